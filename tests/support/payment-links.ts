import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { getMember } from '#lib/domain/accounts/signed-in.ts';
import type { AskedState } from '#lib/domain/payments/copy.ts';
import { readLinkedRequest } from '#lib/domain/payments/reads.ts';
import { requestState } from '#lib/domain/payments/view.ts';
import { contextOf } from '#lib/http/api/prelude.ts';
import { now } from '#lib/platform/process/clock.ts';
import { api } from '#tests/support/call.ts';
import { type Cookies, finish, startOfRequest } from '#tests/support/payments.ts';
import type { WebpayStandIn } from '#tests/support/providers/webpay.ts';

/** The token of the link that a payment request was answered with. */
export async function linkOf(response: Response): Promise<string> {
  return String((await response.json()).data.url).split('/pagar/')[1] ?? '';
}

/** An advisor asks Ana for 45,000 pesos, or for what is said; the token of the link to pay by. */
export async function askForMoney(cookies: Cookies, changes: object = {}): Promise<string> {
  const json = { amount: 45_000, description: 'Comisión', email: 'ana@constructora.cl' };
  const asked = { json: { ...json, ...changes }, cookies };
  return linkOf(await api('/api/admin/payment-requests', asked));
}

/** A guest pays by a link, and comes back. */
export async function payAsGuest(webpay: WebpayStandIn, link: string) {
  const started = await startOfRequest({}, link);
  await finish(webpay, started, 'approve');
  return started;
}

/** An advisor gives back so many pesos of a payment, or all that is left. */
export function giveBack(cookies: Cookies, buyOrder: string, amount?: unknown, key?: string) {
  return api(`/api/payments/${buyOrder}/refund`, {
    json: { amount },
    cookies,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
}

/** What the page of a link tells of its request. */
export async function stateOfLink(link: string): Promise<AskedState> {
  const found = await readLinkedRequest(link);
  if (!found) throw new Error('no such link');
  return requestState(found.request, found.payment?.state ?? null, now());
}

/** The session of an account, as verbs take it. */
export function memberOf(cookies: Cookies) {
  const cookie = `${SESSION_COOKIE}=${cookies[SESSION_COOKIE]}`;
  const request = new Request('http://panel.test', { headers: { cookie } });
  return getMember(contextOf(request), { auth: 'member' });
}
