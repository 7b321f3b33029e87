import { beforeEach, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import AdminPaymentsPage from '#app/admin/pagos/page.tsx';
import PaymentsPage from '#app/panel/pagos/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, paymentOf, startLinkPayment, sweepFor } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });
beforeEach(() => browseAs({}));

const ask = (changes: object) => requestPayment(cookies.admin, changes);
const shownTo = async (as: Record<string, string>, page: Parameters<typeof renderPage>[0]) => {
  browseAs(as);
  return textOf(await renderPage(page, {}));
};

test.each([
  ['the applicant', 'socia@andes.cl', true],
  ['another payer', 'contador@holding.cl', false],
])(
  'a payment requested of %s for a company’s request is due for the company or for that payer',
  async (_, email, isOwed) => {
    const { cookies: company } = await makeUser({ ...andesCompany, email: 'socia@andes.cl' });
    const payer = await makeUser({ email: 'contador@holding.cl' });
    const body = { ...publicBody, email: 'socia@andes.cl' };
    expect((await submitRequest(body, { cookies: company })).status).toBe(200);
    expect((await leadOf(1)).companyId).not.toBeNull();
    await ask({ email, leadId: 1 });
    expect((await shownTo(company, PaymentsPage)).includes('Por pagar: $ 45.000')).toBe(isOwed);
    expect((await shownTo(payer.cookies, PaymentsPage)).includes('Por pagar')).toBe(!isOwed);
  },
);

test('a lead names only the newer of two attempts to pay that Webpay has not settled', async () => {
  const { id } = await sendRequest(publicBody);
  const link = await ask({ leadId: id });
  const first = await startLinkPayment({}, link);
  world.advance(MINUTE);
  const second = await startLinkPayment({}, link);
  browseAs(cookies.admin);
  const html = await renderPage(LeadPage, { id: `${id}` });
  const [, part = ''] = html.split('id="pagos"');
  expect([part.includes(second.buyOrder), part.includes(first.buyOrder)]).toEqual([true, false]);
});

test.each([
  ['4 days', 4, true],
  ['31 days', 31, false],
])(
  'requesting what was paid %s ago is questioned within a month, and not later',
  async (_, days, asks) => {
    await payAsGuest(webpay, await ask({ email: 'paga@andes.cl' }));
    world.advance(days * DAY);
    const { cookies: admin } = await makeAdvisor('otra@resguardo.cl');
    const json = { amount: 45_000, description: 'Comisión', email: 'paga@andes.cl' };
    const { status } = await api('/api/admin/payment-requests', { json, cookies: admin });
    expect(status).toBe(asks ? 400 : 200);
  },
);

test('the sum of own payments leaves out what was refunded', async () => {
  const started = await startLinkPayment(cookies.payer, await ask({}));
  await finishPayment(webpay, started, 'approve');
  expect((await refundPayment(cookies.admin, started.buyOrder, 20_000)).status).toBe(200);
  expect(await shownTo(cookies.payer, PaymentsPage)).toContain('Pagado: $ 25.000');
});

test('a payment of a lead is not summed as due while its conditions wait to be accepted', async () => {
  const { id } = await sendRequest(publicBody);
  await ask({ leadId: id, amount: 45_000 });
  await ask({ email: 'otro@obras.cl', amount: 7_000 });
  expect(await shownTo(cookies.admin, AdminPaymentsPage)).toContain('$ 52.000 por pagar');
  await sendConditions(cookies.admin, id, { price: 45_000 });
  expect(await shownTo(cookies.admin, AdminPaymentsPage)).toContain('$ 7.000 por pagar');
});

test('a payment whose payer came back late stays pending while Webpay still works on its charge', async () => {
  const started = await startLinkPayment({}, await ask({}));
  world.advance(14 * MINUTE);
  webpay.fail('commit', 'hang', 9);
  await finishPayment(webpay, started, 'approve');
  webpay.recover();
  // Webpay still works on the first commit, so it refuses others and reports nothing yet.
  webpay.fail('commit', 422, 9);
  await sweepFor(world, 4);
  expect((await paymentOf(started.buyOrder)).state).toBe('pending');
  webpay.change(started.buyOrder, { status: 'AUTHORIZED', charges: 1 });
  await sweepFor(world, 9);
  expect((await paymentOf(started.buyOrder)).state).toBe('authorized');
});

test.each([
  ['before', 3, false],
  ['after', 1, true],
])(
  'a refused payment, %s which the same was paid, is shown as unpaid or as a mere attempt',
  async (_, failedId, isGrey) => {
    const row = (id: number, state: 'failed' | 'authorized') => ({
      ...{ id, buyOrder: `RG-${id}`, sessionId: 's', accountId: 'socia', description: 'Cuota' },
      ...{ amount: 1000, state, createdAt: world.now(), updatedAt: world.now() },
      ...(state === 'failed' && { reason: 'rejected' as const }),
    });
    const rows = [row(2, 'authorized'), row(failedId, 'failed')];
    await getDb().write((tx) => tx.insert(payments).values(rows));
    const page = await shownTo(cookies.admin, AdminPaymentsPage);
    expect([page.includes('Intento rechazado'), page.includes('No pagado $')]).toEqual([
      isGrey,
      !isGrey,
    ]);
  },
);
