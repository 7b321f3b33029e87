import { beforeEach } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { now } from '#lib/platform/process/clock.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { type Cookies, logInPayer } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { worldForTest } from '#tests/support/world.ts';

/** Makes for each test a world with a Webpay that works, Ana who pays and an advisor, logged in. */
export async function paymentsForTest(variables: Record<string, string> = {}) {
  const webpay = await startWebpay();
  const world = worldForTest({ ...webpay.variables, ...variables });
  const cookies: Record<'payer' | 'admin', Cookies> = { payer: {}, admin: {} };
  beforeEach(async () => {
    browseAs({});
    cookies.payer = await logInPayer(webpay);
    cookies.admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  });
  return { webpay, world, cookies };
}

/** Makes the world of `paymentsForTest` with a sent request and its page. */
export async function requestForTest(body: object = publicBody) {
  const team = { RATE_LIMITS: 'off', MAIL_INTERNAL_TO: 'equipo@resguardo.cl' };
  const payments = await paymentsForTest(team);
  const request = { id: 0, submissionId: 0, token: '' };
  beforeEach(async () => {
    const sent = await sendRequest(body);
    Object.assign(request, sent, { token: await shownLinkToken('receipt', sent.submissionId) });
  });
  const page = (query = {}) => renderPage(ReceiptPage, { token: request.token }, query);
  return { ...payments, request, page };
}

/** Returns the token of the first payment link on a page. */
export const payLinkOf = (html: string) => /href="\/pagar\/([^"/]+)"/.exec(html)?.[1] ?? '';

/** Moves the request of a lead to a state, by the CRM. */
export function moveLeadByCrm(leadId: number, to: RequestState, at = now()) {
  return getDb().write((tx) => changeRequestState(tx, { leadId, to, actor: 'crm', at, now: at }));
}
