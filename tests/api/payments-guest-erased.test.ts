import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { POST as deleteRoute } from '#app/api/account/delete/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { call } from '#tests/support/call.ts';
import { rowProblems, whereIn } from '#tests/support/erasure.ts';
import { show } from '#tests/support/page-request.ts';
import { askForMoney, payAsGuest } from '#tests/support/payment-links.ts';
import {
  type Cookies,
  comeBack,
  deliver,
  paymentMails,
  paymentOf,
  startOfRequest,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-world.ts';
import { postForm } from '#tests/support/post-form.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });
const ask = () => askForMoney(cookies.admin, { description: 'Comisión de Qzana', open: 'keep' });
let link: string;
beforeEach(async () => {
  link = await ask();
});

async function deleteAccount() {
  const json = { password: PASSWORD, sent: 'erase' };
  const how = { json, cookies: cookies.payer };
  expect((await call(deleteRoute, '/api/account/delete', how)).status).toBe(200);
}

test('an erasure of who was asked leaves of a guest’s payment what the books ask for', async () => {
  const { buyOrder } = await payAsGuest(webpay, link);
  await deleteAccount();
  expect(await whereIn(['Qzana'])).toEqual([]);
  expect(await paymentOf(buyOrder)).toMatchObject({
    amount: 45_000,
    state: 'authorized',
    cardLast4: null,
    authorizationCode: expect.any(String),
  });
  expect(await rowProblems()).toEqual([]);
});

test('an erasure by the team reaches what no lead and no account leads to', async () => {
  const { buyOrder } = await payAsGuest(webpay, link);
  const open = await ask();
  const erase = async (correo: string, as: Cookies) => {
    const how = { form: { correo }, cookies: as };
    return (await postForm('/admin/borrar/confirmar', how)).headers.get('location');
  };
  expect(await erase('nadie', cookies.admin)).toMatch(/^\/admin\/borrar\?/);
  await erase('ana@constructora.cl', cookies.payer);
  expect(await whereIn(['Qzana'])).not.toEqual([]);
  expect(await erase('Ana@Constructora.CL', cookies.admin)).toBe('/admin/borrar?aviso=borrado');
  expect(await whereIn(['Qzana'])).toEqual([]);
  expect(await paymentOf(buyOrder)).toMatchObject({ state: 'authorized', cardLast4: null });
  expect(await show(RequestedPaymentPage, { token: open })).not.toContain('45.000');
  const events = sql`select actor, account_id from audit_events where action = 'person.erased'`;
  expect(await getDb().read.all(events)).toHaveLength(1);
  expect(await rowProblems()).toEqual([]);
});

test.each([
  ['approve', 'authorized'],
  ['reject', 'failed'],
] as const)('an erasure holds for what comes back after it: %s', async (choice, state) => {
  const started = await startOfRequest({}, link);
  await deleteAccount();
  await comeBack(webpay.pay(started.token, choice).fields);
  const blank = { state, cardLast4: null, description: null };
  expect(await paymentOf(started.buyOrder)).toMatchObject(blank);
  await deliver();
  expect(paymentMails(world).some(({ subject }) => /Recibimos/.test(subject))).toBe(false);
});
