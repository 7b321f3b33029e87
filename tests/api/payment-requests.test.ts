import { beforeEach, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { getMember } from '#lib/domain/accounts/signed-in.ts';
import { listDuePayments } from '#lib/domain/payments/due.ts';
import { createPayment } from '#lib/domain/payments/writes/create-payment.ts';
import { contextOf } from '#lib/http/prelude.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { signedToken } from '#lib/platform/secrets.ts';
import { signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { api, call } from '#tests/support/call.ts';
import { whereIn } from '#tests/support/erasure.ts';
import { linkOf } from '#tests/support/payment-links.ts';
import {
  comeBack,
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  start,
  startOfRequest,
} from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { routeOf } from '#tests/support/routes.ts';
import { submit } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let payer: Record<string, string>;
let admin: Record<string, string>;
beforeEach(async () => {
  payer = await logInPayer(webpay);
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
});

const body = {
  amount: 45_000,
  description: 'Comisión de tu garantía',
  email: 'Ana@Constructora.cl',
};
const ask = (changes: object = {}, as = admin) =>
  api('/api/admin/payment-requests', { json: { ...body, ...changes }, cookies: as });
function memberOf(cookies: Record<string, string>) {
  const request = new Request('http://panel.test', {
    headers: { cookie: `${SESSION_COOKIE}=${cookies[SESSION_COOKIE]}` },
  });
  return getMember(contextOf(request), { auth: 'member' });
}
const requestRow = async () => (await getDb().read.select().from(paymentRequests))[0];

test('an admin asks, a mail brings the link, a payer pays it, once', async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  const link = await linkOf(response);
  await deliver();
  const [mail] = paymentMails(world);
  expect(mail).toMatchObject({
    to: 'ana@constructora.cl',
    subject: 'Pago solicitado por Resguardo: $ 45.000',
  });
  expect(mail?.text).toContain(`http://localhost:3000/pagar/${link}`);

  const started = await startOfRequest(payer, link);
  expect(started).toMatchObject({ amount: 45_000, description: 'Comisión de tu garantía' });
  await finish(webpay, started, 'approve');
  expect(await requestRow()).toMatchObject({ paidBy: (await paymentOf(started.buyOrder)).id });
  expect(await startOfRequest(payer, link)).toMatchObject({ error: 'conflict' });
});

test('the history of its lead tells how it went', async () => {
  await submit(publicBody);
  const [lead] = await getDb().read.select().from(leads);
  const link = await linkOf(await ask({ leadId: lead?.id }));
  await finish(webpay, await startOfRequest(payer, link), 'reject');
  await finish(webpay, await startOfRequest(payer, link), 'approve');
  const events = await getDb().read.select().from(leadEvents).orderBy(leadEvents.id);
  expect(events.map(({ kind, detail }) => [kind, JSON.parse(detail).state])).toEqual([
    ['payment', 'requested'],
    ['assigned', undefined],
    ['payment', 'failed'],
    ['payment', 'authorized'],
  ]);
});

test('a payment without a request is told to the newest lead of the payer, once it is charged', async () => {
  await submit({ ...publicBody, email: 'otra@constructora.cl' });
  await submit({ ...publicBody, email: 'ANA@constructora.cl' });
  await finish(webpay, await start(payer), 'abort');
  const paid = await start(payer);
  await finish(webpay, paid, 'approve');
  const refund = (amount: number) =>
    api(`/api/payments/${paid.buyOrder}/refund`, { json: { amount }, cookies: admin });
  await refund(500);
  world.advance(1);
  await refund(12_000);
  const [, lead] = await getDb().read.select().from(leads).orderBy(leads.id);
  const events = await getDb().read.select().from(leadEvents).orderBy(leadEvents.id);
  expect(events.map(({ leadId, detail }) => [leadId, JSON.parse(detail)])).toEqual([
    [lead?.id, { buyOrder: paid.buyOrder, state: 'authorized', amount: 12_500 }],
    [lead?.id, { buyOrder: paid.buyOrder, state: 'partly-refunded', amount: 500 }],
    [lead?.id, { buyOrder: paid.buyOrder, state: 'refunded', amount: 12_500 }],
  ]);
});

test('of an erased person leaves no word of her in what another account paid, or pays just then', async () => {
  await submit({ ...publicBody, email: 'qzana@vwk.cl' });
  const [lead] = await getDb().read.select().from(leads);
  const description = 'Comisión de Qzana Vwk';
  const link = await linkOf(await ask({ leadId: lead?.id, description }));
  const paid = await startOfRequest(payer, link);
  await finish(webpay, paid, 'approve');
  const other = await linkOf(await ask({ email: 'QZana@vwk.cl', description }));
  await startOfRequest(payer, other);
  const mine = await start(payer);
  expect(await whereIn(['qzana'])).toContain('payments qzana');
  const erased = await call(
    (await routeOf('/api/admin/leads/{id}/erase')).POST,
    `/api/admin/leads/${lead?.id}/erase`,
    { method: 'POST', params: { id: `${lead?.id}` }, cookies: admin },
  );
  expect(erased.status).toBe(200);
  // It was read before the erasure, and would be stored after it.
  const { paymentRequestId } = await paymentOf(paid.buyOrder);
  const read = { amount: 45_000, description, paymentRequestId: paymentRequestId ?? '' };
  const late = createPayment({ ...(await memberOf(payer)), auth: 'member' }, read);
  await expect(late).rejects.toThrow('conflict');
  expect(await whereIn(['qzana'])).toEqual([]);
  expect(await paymentOf(paid.buyOrder)).toMatchObject({
    amount: 45_000,
    state: 'authorized',
    description: null,
    cardLast4: expect.any(String),
    authorizationCode: expect.any(String),
    settledAt: expect.any(Number),
  });
  expect(await paymentOf(mine.buyOrder)).toMatchObject({ description: 'Comisión' });
});

test.each(['reject', 'abort', 'timeout', 'form-error'] as const)(
  'after a payment that ended with %s it can be paid again',
  async (choice) => {
    const link = await linkOf(await ask());
    await finish(webpay, await startOfRequest(payer, link), choice);
    expect(await requestRow()).toMatchObject({ paidBy: null });
    await finish(webpay, await startOfRequest(payer, link), 'approve');
    expect((await requestRow())?.paidBy).not.toBeNull();
  },
);

test('two who pay it at once: one is charged, the other is told so', async () => {
  const link = await linkOf(await ask());
  const one = await startOfRequest(payer, link);
  const other = await startOfRequest(admin, link);
  webpay.delay('commit', 50);
  await Promise.all([finish(webpay, one, 'approve'), finish(webpay, other, 'approve')]);
  webpay.delay('commit', 0);
  const rows = [await paymentOf(one.buyOrder), await paymentOf(other.buyOrder)];
  expect(rows.map(({ state }) => state).sort()).toEqual(['authorized', 'failed']);
  expect(rows.map(({ reason }) => reason)).toContain('already-paid');
  const charged = [...webpay.transactions.values()].filter(({ buy_order }) =>
    rows.some(({ buyOrder }) => buyOrder === buy_order),
  );
  expect(charged.map(({ charges }) => charges).sort()).toEqual([0, 1]);
});

test('while the outcome of one is not known no other payer is charged', async () => {
  const link = await linkOf(await ask());
  const one = await startOfRequest(payer, link);
  const other = await startOfRequest(admin, link);
  webpay.fail('commit', 'hang-after');
  await finish(webpay, one, 'approve');
  await finish(webpay, other, 'approve');
  expect(await paymentOf(other.buyOrder)).toMatchObject({
    state: 'failed',
    reason: 'already-paid',
  });
  await comeBack({ token_ws: one.token });
  expect((await paymentOf(one.buyOrder)).state).toBe('authorized');
});

describe('the panel of the addressee', () => {
  const due = async (cookies = payer) => {
    return listDuePayments({ ...(await memberOf(cookies)), auth: 'member' });
  };

  test('shows what is to be paid, with number, amount and link, until it is paid', async () => {
    await submit(publicBody);
    const [lead] = await getDb().read.select().from(leads);
    const link = await linkOf(await ask({ leadId: lead?.id }));
    world.advance(1000);
    await ask({ amount: 500, description: 'Otra cosa' });
    await ask({ email: 'otra@constructora.cl' });
    expect(await due()).toMatchObject([
      { amount: '$ 45.000', submissionId: lead?.submissionId, path: `/pagar/${link}` },
      { amount: '$ 500', submissionId: null, description: 'Otra cosa' },
    ]);
    expect(await due(admin)).toEqual([]);
    await finish(webpay, await startOfRequest(payer, link), 'reject');
    expect(await due()).toHaveLength(2);
    await finish(webpay, await startOfRequest(payer, link), 'approve');
    expect(await due()).toMatchObject([{ amount: '$ 500' }]);
    world.advance(30 * 24 * 60 * 60_000);
    expect(await due(await signIn())).toEqual([]);
  });
});

describe('a link', () => {
  test('that is forged, of another purpose or expired starts nothing', async () => {
    const link = await linkOf(await ask());
    const id = link.split('.')[0] ?? '';
    for (const forged of ['x', `${link.slice(0, -2)}AA`, signedToken('receipt', id)]) {
      expect(await startOfRequest(payer, forged)).toMatchObject({ error: 'not_found' });
    }
    world.advance(30 * 24 * 60 * 60_000);
    const fresh = await signIn();
    expect(await startOfRequest(fresh, link)).toMatchObject({ error: 'conflict' });
  });
});

test.each([
  [{ amount: 499 }, 'amount'],
  [{ amount: 'x' }, 'amount'],
  [{ description: '' }, 'description'],
  [{ email: 'ana' }, 'email'],
])('%j is refused', async (changes, field) => {
  const response = await ask(changes);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).fields)).toEqual([field]);
});

test('is for admins, and for leads that are there', async () => {
  expect((await ask({}, payer)).status).toBe(403);
  expect((await ask({}, {})).status).toBe(401);
  expect((await ask({ leadId: 99 })).status).toBe(404);
  expect(await requestRow()).toBeUndefined();
});
