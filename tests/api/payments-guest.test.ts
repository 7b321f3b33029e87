import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import AdminPaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { GET as receiptRoute } from '#app/pagar/[token]/comprobante/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import HandOverPage from '#app/pagar/ir/[orden]/page.tsx';
import PaymentPage from '#app/panel/pagos/[orden]/page.tsx';
import { getOwnPayment, listPaymentsForExport } from '#lib/domain/payments/reads/payments.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser, PASSWORD } from '#tests/support/accounts.ts';
import { api, call } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import {
  payAsGuest,
  refundPayment,
  requestPayment,
  signedInOf,
} from '#tests/support/payment-links.ts';
import {
  type Cookies,
  finishPayment,
  paymentMails,
  paymentOf,
  paymentTrail,
  returnFromWebpay,
  startLinkPayment,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });
const EMAIL = 'ana@constructora.cl';
let link: string;
beforeEach(async () => {
  link = await ask();
});

const ask = (changes: object = {}) =>
  requestPayment(cookies.admin, { description: 'Comisión de Qzana', ...changes });
const begin = (form?: Record<string, string>, as = {}) => startLinkPayment(as, link, form);
const pay = () => payAsGuest(webpay, link);
const receipt = async (orden: string, token = link) => {
  const path = `/pagar/${token}/comprobante?orden=${orden}`;
  return (await call(receiptRoute, path, { params: { token } })).status;
};
const linkPage = () => renderPage(RequestedPaymentPage, { token: link });
const resultPage = (orden: string) => renderPage(RequestedPaymentPage, { token: link }, { orden });

describe('a guest', () => {
  test('pays by the link, comes back to it, and gets the receipt on the page, as a PDF and by mail', async () => {
    const started = await begin();
    expect(started).toMatchObject({ amount: 45_000, description: 'Comisión de Qzana' });
    const back = await finishPayment(webpay, started, 'approve');
    expect(back).toBe(`/pagar/${link}?orden=${started.buyOrder}`);
    const html = await resultPage(started.buyOrder);
    expect(html).toContain('Pago aprobado');
    for (const phrase of ['$ 45.000', 'Terminada en 6623', 'Código de autorización', '1213']) {
      expect(html).toContain(phrase);
    }
    expect(await linkPage()).not.toContain('6623');
    expect(await receipt(started.buyOrder)).toBe(200);
    expect(await paymentTrail(started.buyOrder)).toEqual(['created', 'pending', 'authorized']);
    expect(await rowProblems()).toEqual([]);
    expect(await begin()).toMatchObject({ error: 'conflict' });
    await deliverDue();
    const mail = paymentMails(world).find(({ subject }) => /Recibimos tu pago/.test(subject));
    expect(mail?.to).toBe(EMAIL);
    expect(mail?.text).toContain(`/pagar/${link}?orden=${started.buyOrder}`);
    expect(mail?.text).not.toContain('/panel/');
  });

  test('reads that somebody is paying at Webpay, and afterwards where the other payment is', async () => {
    const open = 'Alguien lo está pagando en Webpay desde las 12:00.';
    expect(textOf(await linkPage())).not.toContain(open);
    const [first, second] = [await begin(), await begin()];
    expect(textOf(await linkPage())).toContain(open);
    await finishPayment(webpay, first, 'approve');
    await finishPayment(webpay, second, 'approve');
    const late = textOf(await resultPage(second.buyOrder));
    const paid = 'Ya está pagado: el comprobante llegó por correo a a•••@constructora.cl.';
    expect(late).toContain(paid);
    expect(late).toContain('Ver cómo va el otro pago');
  });

  test('has the receipt mailed to an own address as well, and neither reader sees the other address', async () => {
    expect(await begin({ correo: 'contador' })).toEqual({ error: 'validation_failed' });
    const payer = 'contador@holding.cl';
    const started = await begin({ correo: ' Contador@Holding.cl ' });
    await finishPayment(webpay, started, 'approve');
    expect(await resultPage(started.buyOrder)).toContain(
      'a a•••@constructora.cl y a c•••@holding.cl.',
    );
    expect((await refundPayment(cookies.admin, started.buyOrder, 45_000)).status).toBe(200);
    await deliverDue();
    const mails = paymentMails(world).filter(({ subject }) => /Recibimos|Devolvimos/.test(subject));
    const sentMails = mails.map(({ to, subject }) => [to, subject.split(':')[0]].join(': '));
    expect(sentMails.sort()).toEqual([
      'ana@constructora.cl: Devolvimos el pago',
      'ana@constructora.cl: Recibimos el pago',
      `${payer}: Devolvimos tu pago`,
      `${payer}: Recibimos tu pago`,
    ]);
    const isTaxed = (text: string) => text.includes('no es una boleta ni una factura.');
    for (const { to, subject, text } of mails) {
      expect(text).not.toContain(to === EMAIL ? payer : EMAIL);
      expect(isTaxed(text)).toBe(subject.startsWith('Recibimos'));
    }
    // The applicant exports no other's address, and its owner can have it erased.
    const taken = await listPaymentsForExport(await signedInOf(cookies.payer));
    expect([taken.length, JSON.stringify(taken).includes(payer)]).toEqual([1, false]);
    const form = { correo: payer, confirmation: payer };
    await postForm('/admin/borrar/confirmar', { form, cookies: cookies.admin });
    expect(await paymentOf(started.buyOrder)).toMatchObject({ receiptEmail: null, amount: 45_000 });
  });

  test.each(['reject', 'abort', 'timeout', 'form-error'] as const)(
    'whose payment ended with %s can pay again',
    async (choice) => {
      const started = await begin();
      expect(await finishPayment(webpay, started, choice)).toContain(`/pagar/${link}?orden=`);
      const html = await resultPage(started.buyOrder);
      expect(html).toContain('Intentar otra vez');
      expect(html).toContain(`action="/pagar/${link}/crear"`);
      expect(await receipt(started.buyOrder)).toBe(404);
      await finishPayment(webpay, await begin(), 'approve');
      expect(await resultPage(started.buyOrder)).not.toContain('Intentar otra vez');
    },
  );

  test('waits on a page that reloads itself while Webpay is silent', async () => {
    const started = await begin();
    webpay.fail('commit', 500);
    webpay.fail('status', 500);
    await finishPayment(webpay, started, 'approve');
    const html = await resultPage(started.buyOrder);
    expect(html).toContain('Estamos confirmando tu pago');
    expect(html).toContain(`url=/pagar/${link}?orden=${started.buyOrder}&v=1`);
  });

  test('and two others who pay by one link at once are charged only once together', async () => {
    const all = [await begin(), await begin(), await begin({}, cookies.payer)];
    webpay.delay('commit', 50);
    await Promise.all(all.map((each) => finishPayment(webpay, each, 'approve')));
    webpay.delay('commit', 0);
    const rows = await Promise.all(all.map(({ buyOrder }) => paymentOf(buyOrder)));
    const outcomes = rows.map(({ state, reason }) => reason ?? state).sort();
    expect(outcomes).toEqual(['already-paid', 'already-paid', 'authorized']);
    const charges = all.map(({ buyOrder }) => webpay.find(buyOrder)?.charges);
    expect(charges.sort()).toEqual([0, 0, 1]);
  });

  test('with a session pays with the account, and the link shows nothing of that payment', async () => {
    const started = await begin({}, cookies.payer);
    expect((await paymentOf(started.buyOrder)).accountId).not.toBe('');
    const back = await finishPayment(webpay, started, 'approve');
    expect(back).toBe(`/panel/pagos/${started.buyOrder}`);
    expect(await receipt(started.buyOrder)).toBe(404);
    expect(await resultPage(started.buyOrder)).not.toContain(started.buyOrder);
  });
});

describe('the payment of a guest', () => {
  const handOver = (orden: string, enlace = '') => renderPage(HandOverPage, { orden }, { enlace });

  test('opens by its link and its order together, while the link lives', async () => {
    const started = await begin();
    const { buyOrder } = started;
    expect(await handOver(buyOrder, link)).toContain(started.token);
    await expect(handOver(buyOrder)).rejects.toThrow();
    const other = await ask({ amount: 12_000 });
    await expect(handOver(buyOrder, other)).rejects.toThrow();
    await finishPayment(webpay, started, 'approve');
    expect(
      await renderPage(RequestedPaymentPage, { token: other }, { orden: buyOrder }),
    ).not.toContain('Pago aprobado');
    expect(await receipt(buyOrder, other)).toBe(404);
    const state = await renderPage(PaymentPage, { orden: buyOrder });
    expect(state).toContain('Pago aprobado');
    for (const secret of ['45.000', 'Qzana', link]) expect(state).not.toContain(secret);
    world.advance(30 * DAY);
    expect(await receipt(buyOrder)).toBe(404);
    expect(await resultPage(buyOrder)).not.toContain('45.000');
  });

  test('opens for the account with the requested e-mail address and for the team, and for no other account', async () => {
    const { buyOrder } = await pay();
    const { cookies: beto } = await makeUser({ email: 'beto@constructora.cl' });
    const own = getOwnPayment(await signedInOf(cookies.payer), buyOrder);
    expect(await own).toMatchObject({ buyOrder });
    await expect(getOwnPayment(await signedInOf(beto), buyOrder)).rejects.toThrow('not_found');
    browseAs(cookies.payer);
    expect(await renderPage(PaymentPage, { orden: buyOrder })).toContain('45.000');
    browseAs(beto);
    expect(await renderPage(PaymentPage, { orden: buyOrder })).not.toContain('45.000');
    browseAs(cookies.admin);
    const html = await renderPage(AdminPaymentPage, { buyOrder: buyOrder });
    expect(html).toContain(`Sin cuenta, solicitado a ${EMAIL}`);
  });
});

async function deleteAccount() {
  const json = { password: PASSWORD, sent: 'erase' };
  const options = { json, cookies: cookies.payer };
  expect((await api('/api/account/delete', options)).status).toBe(200);
}

test('erasing the addressee leaves of a guest’s payment only what the books need', async () => {
  const { buyOrder } = await pay();
  await deleteAccount();
  expect(await rowsContaining(['Qzana'])).toEqual([]);
  const remaining = { amount: 45_000, state: 'authorized', cardLast4: null };
  const authorizationCode = expect.any(String);
  expect(await paymentOf(buyOrder)).toMatchObject({ ...remaining, authorizationCode });
  expect(await rowProblems()).toEqual([]);
});

test('the team can erase an e-mail address to which no lead and no account leads', async () => {
  const { buyOrder } = await pay();
  const open = await ask({ open: 'keep' });
  const erase = async (correo: string, as: Cookies) => {
    const options = { form: { correo, confirmation: correo }, cookies: as };
    return (await postForm('/admin/borrar/confirmar', options)).headers.get('location');
  };
  expect(await erase('nadie', cookies.admin)).toMatch(/^\/admin\/borrar\?/);
  await erase(EMAIL, cookies.payer);
  expect(await rowsContaining(['Qzana'])).not.toEqual([]);
  expect(await erase('Ana@Constructora.CL', cookies.admin)).toBe('/admin/borrar/constancia/1');
  expect(await rowsContaining(['Qzana'])).toEqual([]);
  expect(await paymentOf(buyOrder)).toMatchObject({ state: 'authorized', cardLast4: null });
  expect(await renderPage(RequestedPaymentPage, { token: open })).not.toContain('45.000');
  const events = sql`select actor, account_id from audit_events where action = 'person.erased'`;
  expect(await getDb().read.all(events)).toHaveLength(1);
  expect(await rowProblems()).toEqual([]);
});

test.each([
  ['approve', 'authorized'],
  ['reject', 'failed'],
] as const)('a payment ended after an erasure has no personal data: %s', async (choice, state) => {
  const started = await begin();
  await deleteAccount();
  await returnFromWebpay(webpay.pay(started.token, choice).fields);
  const blank = { state, cardLast4: null, description: null };
  expect(await paymentOf(started.buyOrder)).toMatchObject(blank);
  await deliverDue();
  expect(paymentMails(world).some(({ subject }) => /Recibimos/.test(subject))).toBe(false);
});
