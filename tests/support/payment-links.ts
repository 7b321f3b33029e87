import { api, call } from '#tests/support/call.ts';
import { finish, startOfRequest } from '#tests/support/payments.ts';
import type { WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { routeOf } from '#tests/support/routes.ts';

/** The token of the link that a payment request was answered with. */
export async function linkOf(response: Response): Promise<string> {
  return String((await response.json()).data.url).split('/pagar/')[1] ?? '';
}

/** An advisor asks Ana for 45,000 pesos, or for what is said; the token of the link to pay by. */
export async function askForMoney(
  cookies: Record<string, string>,
  changes: object = {},
): Promise<string> {
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

/** An advisor gives back so many pesos of a payment. */
export async function giveBack(cookies: Record<string, string>, buyOrder: string, amount: number) {
  const { POST } = await routeOf('/api/payments/{buyOrder}/refund');
  const how = { json: { amount }, cookies, params: { buyOrder } };
  return call(POST, `/api/payments/${buyOrder}/refund`, how);
}
