import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { rowProblems, whereIn } from '#tests/support/erasure.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { askForMoney, payAsGuest } from '#tests/support/payment-links.ts';
import {
  comeBack,
  deliver,
  logInPayer,
  paymentMails,
  paymentOf,
  startOfRequest,
} from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
const EMAIL = 'ana@constructora.cl';
const guest = {};
let ana: Record<string, string>;
let admin: Record<string, string>;
let link: string;
beforeEach(async () => {
  ana = await logInPayer(webpay);
  askAs(guest);
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  link = await asked();
});

const asked = () => askForMoney(admin, { description: 'Comisión de Qzana', open: 'keep' });
const pay = () => payAsGuest(webpay, link);
describe('an erasure', () => {
  const erase = async () => {
    const json = { password: PASSWORD, sent: 'erase' };
    const done = await api('/api/account/delete', { json, cookies: ana });
    expect(done.status).toBe(200);
  };

  test('of who was asked leaves of a guest’s payment what the books ask for', async () => {
    const { buyOrder } = await pay();
    await erase();
    expect(await whereIn(['Qzana'])).toEqual([]);
    expect(await paymentOf(buyOrder)).toMatchObject({
      amount: 45_000,
      state: 'authorized',
      cardLast4: null,
      authorizationCode: expect.any(String),
    });
    expect(await rowProblems()).toEqual([]);
  });

  test('by the team reaches what no lead and no account leads to', async () => {
    const { buyOrder } = await pay();
    const open = await asked();
    const path = '/admin/borrar/confirmar';
    const erase = (correo: string, cookies: Record<string, string>) =>
      postForm(path, { form: { correo }, cookies });
    expect((await erase('nadie', admin)).headers.get('location')).toMatch(/^\/admin\/borrar\?/);
    await erase(EMAIL, ana);
    expect(await whereIn(['Qzana'])).not.toEqual([]);
    const done = await erase('Ana@Constructora.CL', admin);
    expect(done.headers.get('location')).toBe('/admin/borrar?aviso=borrado');
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
  ] as const)('holds for what comes back after it: %s', async (choice, state) => {
    const started = await startOfRequest(guest, link);
    await erase();
    await comeBack(webpay.pay(started.token, choice).fields);
    expect(await paymentOf(started.buyOrder)).toMatchObject({
      state,
      cardLast4: null,
      description: null,
    });
    await deliver();
    expect(paymentMails(world).some(({ subject }) => /Recibimos/.test(subject))).toBe(false);
  });
});
