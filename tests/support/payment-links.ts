import { getSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import type { PaymentRequestState } from '#lib/domain/payments/copy.ts';
import { findLinkedPaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import { paymentRequestState } from '#lib/domain/payments/view.ts';
import { contextOf } from '#lib/http/api/run-operation.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';
import { api } from '#tests/support/call.ts';
import { type Cookies, finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import type { WebpayStandIn } from '#tests/support/providers/webpay.ts';

/** Returns the token of the link in the answer to a payment request. */
export async function linkTokenIn(response: Response): Promise<string> {
  return String((await response.json()).data.url).split('/pagar/')[1] ?? '';
}

/** Requests 45,000 pesos from Ana, or what `changes` has. Returns the token of the link. */
export async function requestPayment(cookies: Cookies, changes: object = {}): Promise<string> {
  const json = { amount: 45_000, description: 'Comisión', email: 'ana@constructora.cl' };
  const requested = { json: { ...json, ...changes }, cookies };
  return linkTokenIn(await api('/api/admin/payment-requests', requested));
}

/** Pays by a link as a guest, and comes back. */
export async function payAsGuest(webpay: WebpayStandIn, link: string) {
  const started = await startLinkPayment({}, link);
  await finishPayment(webpay, started, 'approve');
  return started;
}

/** Refunds `amount` pesos of a payment as an advisor, or the whole rest. */
export function refundPayment(cookies: Cookies, buyOrder: string, amount?: unknown, key?: string) {
  return api(`/api/payments/${buyOrder}/refund`, {
    json: { amount },
    cookies,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
}

/** Returns the state that the page of a link shows for its request. */
export async function paymentRequestStateOf(link: string): Promise<PaymentRequestState> {
  const found = await findLinkedPaymentRequest(link);
  if (!found) throw new Error('no such link');
  return paymentRequestState(found.request, found.payment?.state ?? null, now());
}

/** Returns the session of an account, in the form that verbs take. */
export function signedInOf(cookies: Cookies) {
  const cookie = `${cookieNames.session}=${cookies[cookieNames.session]}`;
  const request = new Request('http://panel.test', { headers: { cookie } });
  return getSignedInCtx(contextOf(request), { auth: 'signedIn', method: 'GET' });
}
