import { beforeEach, describe, expect, test } from 'vitest';
import AdminPaymentPage from '#app/admin/pagos/[orden]/page.tsx';
import { GET as receiptRoute } from '#app/pagar/[token]/comprobante/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import HandOverPage from '#app/pagar/ir/[orden]/page.tsx';
import PaymentPage from '#app/panel/pagos/[orden]/page.tsx';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { getMember } from '#lib/domain/accounts/signed-in.ts';
import { getOwnPayment, listPaymentsForExport } from '#lib/domain/payments/reads.ts';
import { contextOf } from '#lib/http/prelude.ts';
import { createAccount, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { call } from '#tests/support/call.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { proveAll } from '#tests/support/factors.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { askForMoney, giveBack, payAsGuest } from '#tests/support/payment-links.ts';
import {
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  startOfRequest,
  trailOf,
} from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
const EMAIL = 'ana@constructora.cl';
const DAY = 86_400_000;
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

const asked = () => askForMoney(admin, { description: 'Comisión de Qzana' });
const pay = () => payAsGuest(webpay, link);
const receipt = (orden: string, token = link) =>
  call(receiptRoute, `/pagar/${token}/comprobante?orden=${orden}`, { params: { token } });
const resultOf = (orden: string, token = link) => show(RequestedPaymentPage, { token }, { orden });

describe('a guest', () => {
  test('pays by the link, and comes back to it', async () => {
    const started = await startOfRequest(guest, link);
    expect(started).toMatchObject({ amount: 45_000, description: 'Comisión de Qzana' });
    const back = await finish(webpay, started, 'approve');
    expect(back).toBe(`/pagar/${link}?orden=${started.buyOrder}`);
    const html = await resultOf(started.buyOrder);
    expect(html).toContain('Pago aprobado');
    for (const told of ['$ 45.000', 'Terminada en 6623', 'Código de autorización', '1213']) {
      expect(html).toContain(told);
    }
    expect(await show(RequestedPaymentPage, { token: link })).not.toContain('6623');
    expect((await receipt(started.buyOrder)).status).toBe(200);
    expect(await trailOf(started.buyOrder)).toEqual(['created', 'pending', 'authorized']);
    expect(await rowProblems()).toEqual([]);
    expect(await startOfRequest(guest, link)).toMatchObject({ error: 'conflict' });
  });

  test('has the receipt mailed to the address that was asked', async () => {
    const { buyOrder } = await pay();
    await deliver();
    const mail = paymentMails(world).find(({ subject }) => /Recibimos tu pago/.test(subject));
    expect(mail?.to).toBe(EMAIL);
    expect(mail?.text).toContain(`/pagar/${link}?orden=${buyOrder}`);
    expect(mail?.text).not.toContain('/panel/');
  });

  test('has it mailed to an own address as well, and neither reads the other one', async () => {
    const wrong = await startOfRequest(guest, link, { correo: 'contador' });
    expect(wrong).toEqual({ error: 'validation_failed' });
    const payer = 'contador@holding.cl';
    const started = await startOfRequest(guest, link, { correo: ' Contador@Holding.cl ' });
    await finish(webpay, started, 'approve');
    expect(await resultOf(started.buyOrder)).toContain(
      'a a•••@constructora.cl y a c•••@holding.cl.',
    );
    expect((await giveBack(admin, started.buyOrder, 45_000)).status).toBe(200);
    await deliver();
    const mails = paymentMails(world).filter(({ subject }) => /Recibimos|Devolvimos/.test(subject));
    const told = mails.map(({ to, subject }) => [to, subject.split(':')[0]].join(': '));
    expect(told.sort()).toEqual([
      'ana@constructora.cl: Devolvimos el pago',
      'ana@constructora.cl: Recibimos el pago',
      `${payer}: Devolvimos tu pago`,
      `${payer}: Recibimos tu pago`,
    ]);
    const isTaxed = (text: string) => text.includes('no es una boleta ni una factura.');
    for (const { to, subject, text } of mails) {
      const other = to === EMAIL ? payer : EMAIL;
      expect(text).not.toContain(other);
      expect(isTaxed(text)).toBe(subject.startsWith('Recibimos'));
    }
    // The one who was asked takes along no other's address, and its owner can have it erased.
    const owner = { accountId: 'x', email: EMAIL } as Parameters<typeof listPaymentsForExport>[0];
    const taken = await listPaymentsForExport(owner);
    expect([taken.length, JSON.stringify(taken).includes(payer)]).toEqual([1, false]);
    const form = { correo: payer };
    await postForm('/admin/borrar/confirmar', { form, cookies: admin });
    expect(await paymentOf(started.buyOrder)).toMatchObject({ receiptEmail: null, amount: 45_000 });
  });

  test.each(['reject', 'abort', 'timeout', 'form-error'] as const)(
    'whose payment ended with %s reads why, and can pay again',
    async (choice) => {
      const started = await startOfRequest(guest, link);
      expect(await finish(webpay, started, choice)).toContain(`/pagar/${link}?orden=`);
      const html = await resultOf(started.buyOrder);
      expect(html).toContain('Intentar otra vez');
      expect(html).toContain(`action="/f/pagar/${link}/crear"`);
      expect((await receipt(started.buyOrder)).status).toBe(404);
      await finish(webpay, await startOfRequest(guest, link), 'approve');
      expect(await resultOf(started.buyOrder)).not.toContain('Intentar otra vez');
    },
  );

  test('waits on a page that reloads itself while the provider is silent', async () => {
    const started = await startOfRequest(guest, link);
    webpay.fail('commit', 500);
    webpay.fail('status', 500);
    await finish(webpay, started, 'approve');
    const html = await resultOf(started.buyOrder);
    expect(html).toContain('Estamos confirmando tu pago');
    expect(html).toContain(`url=/pagar/${link}?orden=${started.buyOrder}&v=1`);
  });

  test('and another with the same link are not both charged', async () => {
    const one = await startOfRequest(guest, link);
    const other = await startOfRequest(guest, link);
    const third = await startOfRequest(ana, link);
    await Promise.all([one, other, third].map((each) => finish(webpay, each, 'approve')));
    const rows = await Promise.all([one, other, third].map(({ buyOrder }) => paymentOf(buyOrder)));
    expect(rows.map(({ state }) => state).sort()).toEqual(['authorized', 'failed', 'failed']);
    const charges = [...webpay.transactions.values()].filter(({ buy_order }) =>
      rows.some(({ buyOrder }) => buyOrder === buy_order),
    );
    expect(charges.reduce((sum, each) => sum + each.charges, 0)).toBe(1);
  });

  test('starts nothing that no link asks for', async () => {
    const refused = await postForm('/pagar/crear', { form: { monto: '500', detalle: 'x' } });
    expect(refused.headers.get('location')).toContain('error=no_session');
  });

  test('who is signed in pays with the account', async () => {
    const started = await startOfRequest(ana, link);
    expect((await paymentOf(started.buyOrder)).accountId).not.toBe('');
    expect(await finish(webpay, started, 'approve')).toBe(`/panel/pagos/${started.buyOrder}`);
    expect((await receipt(started.buyOrder)).status).toBe(404);
    expect(await resultOf(started.buyOrder)).not.toContain(started.buyOrder);
  });
});

describe('what a guest paid opens', () => {
  const handOver = (orden: string, enlace = '') => show(HandOverPage, { orden }, { enlace });

  test('with its link and its order together, while the link lives', async () => {
    const started = await startOfRequest(guest, link);
    const { buyOrder } = started;
    expect(await handOver(buyOrder, link)).toContain(started.token);
    await expect(handOver(buyOrder)).rejects.toThrow();
    const other = await askForMoney(admin, { amount: 12_000 });
    await expect(handOver(buyOrder, other)).rejects.toThrow();
    await finish(webpay, started, 'approve');
    expect(await resultOf(buyOrder, other)).not.toContain('Pago aprobado');
    expect((await receipt(buyOrder, other)).status).toBe(404);
    const state = await show(PaymentPage, { orden: buyOrder });
    expect(state).toContain('Pago aprobado');
    for (const secret of ['45.000', 'Qzana', link]) expect(state).not.toContain(secret);
    world.advance(30 * DAY);
    expect((await receipt(buyOrder)).status).toBe(404);
    expect(await resultOf(buyOrder)).not.toContain('45.000');
  });

  test('to the account of the address that was asked, and no other', async () => {
    const { buyOrder } = await pay();
    await createAccount({ email: 'beto@constructora.cl' });
    const beto = await signIn('beto@constructora.cl');
    const memberOf = async (cookies: Record<string, string>) => {
      const cookie = `${SESSION_COOKIE}=${cookies[SESSION_COOKIE]}`;
      const request = new Request('http://panel.test', { headers: { cookie } });
      return getMember(contextOf(request), { auth: 'member' });
    };
    expect(await getOwnPayment(await memberOf(ana), buyOrder)).toMatchObject({ buyOrder });
    await expect(getOwnPayment(await memberOf(beto), buyOrder)).rejects.toThrow('not_found');
    askAs(ana);
    expect(await show(PaymentPage, { orden: buyOrder })).toContain('45.000');
    askAs(beto);
    expect(await show(PaymentPage, { orden: buyOrder })).not.toContain('45.000');
  });

  test('to the team, with whom it was asked of', async () => {
    const { buyOrder: orden } = await pay();
    askAs(admin);
    const html = await show(AdminPaymentPage, { orden });
    expect(html).toContain(`Sin cuenta, pedido a ${EMAIL}`);
  });
});

test('a refund goes to the card of a guest, and is told to the address that was asked', async () => {
  const { buyOrder } = await pay();
  expect((await giveBack(admin, buyOrder, 1000)).status).toBe(200);
  await deliver();
  const mail = paymentMails(world).find(({ subject }) => /parte de tu pago/.test(subject));
  expect(mail?.to).toBe(EMAIL);
  expect(mail?.text).toContain(`/pagar/${link}?orden=${buyOrder}`);
  const told = 'Devolvimos $ 1.000 al mismo medio de pago.';
  expect(text(await resultOf(buyOrder))).toMatch(/Devolvimos \$ 1\.000 .* Devuelto \$ 1\.000/);
  expect(text(await show(RequestedPaymentPage, { token: link }))).toContain(told);
  world.advance(DAY);
  await proveAll();
  await giveBack(admin, buyOrder, 44_000);
  expect(text(await resultOf(buyOrder))).toContain('Devolvimos tu pago');
  expect(text(await show(RequestedPaymentPage, { token: link }))).not.toContain('Devolvimos');
});

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
