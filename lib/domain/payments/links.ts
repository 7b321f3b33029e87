import { getEnv } from '#lib/platform/config/env.ts';
import { signedToken, verifySignedToken } from '#lib/platform/security/secrets.ts';

/** Returns the public URL of a payment request. Its signed token replaces a session. */
export function paymentRequestUrl(requestId: string): string {
  return `${getEnv().appUrl}${paymentRequestPath(requestId)}`;
}

export function paymentRequestPath(requestId: string): string {
  return `/pagar/${paymentRequestToken(requestId)}`;
}

export function paymentRequestToken(requestId: string): string {
  return signedToken('payment-request', requestId);
}

/** Returns the id of the payment request in a link's token, or null if the signature is wrong. */
export function paymentRequestIdOfLink(token: string): string | null {
  return verifySignedToken('payment-request', token);
}
