import { getEnv } from '#lib/platform/config/env.ts';
import { signedToken, verifySignedToken } from '#lib/platform/security/secrets.ts';

/** Returns the public URL of a payment request. Its signed token replaces a session. */
export function requestUrl(requestId: string): string {
  return `${getEnv().appUrl}${requestPath(requestId)}`;
}

export function requestPath(requestId: string): string {
  return `/pagar/${requestToken(requestId)}`;
}

export function requestToken(requestId: string): string {
  return signedToken('payment-request', requestId);
}

/**
 * Returns the id of the payment request that a link's token names, or null if its signature is
 * wrong.
 */
export function requestIdOfLink(token: string): string | null {
  return verifySignedToken('payment-request', token);
}
