import { beforeEach, expect, test } from 'vitest';
import ConfirmRefundPage from '#app/admin/pagos/[orden]/devolver/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import {
  finish,
  logInPayer,
  paymentOf,
  type Started,
  start,
  trailOf,
} from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

type Cookies = Record<string, string>;

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, REFUND_SECOND_ADMIN_CLP: '10000' });
let asker: Cookies;
let other: Cookies;
let paid: Started;
beforeEach(async () => {
  const payer = await logInPayer(webpay);
  asker = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  other = (await makeAdvisor('otra@resguardo.cl')).cookies;
  paid = await start(payer);
  await finish(webpay, paid, 'approve');
});

const ask = async (amount: number, key = 'una', cookies = asker) => {
  world.advance(1);
  const { buyOrder } = paid;
  const headers = { 'idempotency-key': key };
  const options = { json: { amount }, cookies, params: { buyOrder }, headers };
  return (await api(`/api/payments/${buyOrder}/refund`, options)).status;
};
const decide = async (cookies: Cookies, hecha: string) => {
  world.advance(1);
  const [row] = await rows();
  const form = { devolucion: String(row?.id), hecha };
  const posted = await postForm(`/admin/pagos/${paid.buyOrder}/aprobar`, { form, cookies });
  return posted.headers.get('location')?.split('?')[1];
};
const rows = () => getDb().read.select().from(paymentRefunds);
const given = () => webpay.find(paid.buyOrder)?.refunded ?? 0;

test('beyond what one gives back alone a second admin sends it, and never who asked', async () => {
  expect(await ask(10_001)).toBe(202);
  expect(await ask(10_001)).toBe(202);
  expect(await rows()).toMatchObject([{ state: 'proposed', approvedBy: null }]);
  expect(await ask(500, 'otra')).toBe(409);
  expect(await decide(asker, 'si')).toBe('error=forbidden');
  expect(given()).toBe(0);
  // Of two presses at once one is sent.
  const third = (await makeAdvisor('tercera@resguardo.cl')).cookies;
  const both = await Promise.all([decide(other, 'si'), decide(third, 'si')]);
  expect(both.sort()).toEqual(['aviso=devuelto', 'error=conflict']);
  expect(given()).toBe(10_001);
  expect((await paymentOf(paid.buyOrder)).refundedAmount).toBe(10_001);
  const trail = JSON.stringify(await trailOf(paid.buyOrder));
  expect(trail).toContain('refund-proposed');
  expect(trail).toContain('refund-approved');
});

test('in parts it is the same: what was given back before counts', async () => {
  expect(await ask(10_000, 'primera')).toBe(200);
  expect(await ask(500, 'segunda')).toBe(202);
  expect(given()).toBe(10_000);
});

test('who asked, or another, withdraws it; then another may be asked for', async () => {
  expect(await ask(12_500)).toBe(202);
  expect(await decide(asker, 'no')).toBe('aviso=retirada');
  expect(await decide(other, 'si')).toBe('error=conflict');
  expect(await rows()).toMatchObject([{ state: 'withdrawn' }]);
  expect(await ask(500, 'otra')).toBe(200);
  expect(given()).toBe(500);
});

test('an approval asks for a proof again', async () => {
  expect(await ask(12_500)).toBe(202);
  await getDb().write((tx) => tx.update(sessions).set({ provedAt: 1 }));
  expect(await decide(other, 'si')).toMatch(/^next=/);
  expect(given()).toBe(0);
});

test('the page that confirms it says beforehand that a second admin has to approve it', async () => {
  askAs(asker);
  const says = async (amount: string) =>
    (await show(ConfirmRefundPage, { orden: paid.buyOrder }, { amount })).includes(
      'La aprueba otra persona del equipo',
    );
  expect([await says('10.000'), await says('10.001')]).toEqual([false, true]);
});
