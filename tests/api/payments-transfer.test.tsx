import { beforeEach, describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import AdminPaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import TransferPage from '#app/admin/pagos/pedidos/[id]/transferencia/page.tsx';
import { GET as receiptRoute } from '#app/pagar/[token]/comprobante/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { paymentRequestIdOfLink } from '#lib/domain/payments/links.ts';
import { transferCode } from '#lib/domain/payments/transfer.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { call } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  paymentMails,
  paymentTrail,
  startLinkPayment,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const TRANSFER_ACCOUNT =
  'Garantías Andes SpA; 76.123.456-0; Banco Norte; Cuenta corriente; 0012345678; pagos@andes.cl';
const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off', TRANSFER_ACCOUNT });
let [link, id] = ['', ''];
beforeEach(async () => {
  await ask();
});

const ask = async (changes: object = {}) => {
  link = await requestPayment(cookies.admin, changes);
  id = paymentRequestIdOfLink(link) ?? '';
};
const linkPage = async (query = {}) =>
  textOf(await renderPage(RequestedPaymentPage, { token: link }, query));
const today = () => isoDay(world.now());
const formPath = () => `/admin/pagos/pedidos/${id}/transferencia`;
const record = async (
  dia = today(),
  as: Record<string, string> = cookies.admin,
  more: Record<string, string> = {},
) => {
  await markSessionsProved();
  return postForm(`${formPath()}/registrar`, { form: { dia, ...more }, cookies: as });
};
const rows = () => getDb().read.select().from(payments);

describe('the page of a requested payment', () => {
  test('says where to transfer the money and which glosa to write, beside the card', async () => {
    const text = await linkPage();
    const account = ['Garantías Andes SpA', '76.123.456-0', 'Banco Norte', 'Cuenta corriente'];
    // The e-mail may break after its at sign.
    for (const part of [...account, '0012345678', 'pagos@ andes.cl', '$ 45.000']) {
      expect(text).toContain(part);
    }
    expect(transferCode(id)).toMatch(/^RG[A-Z\d]{6}$/);
    expect(text).toContain(`Glosa o comentario ${transferCode(id)}`);
    expect(text).toContain('Pagar con Webpay');
    expect(text).not.toContain('Solo se paga con tarjeta');
    await deliverDue();
    expect(paymentMails(world)[0]?.text).toContain('con Webpay o por transferencia');
  });

  test('offers only cards while no account for transfers is configured', async () => {
    await world.reopen({ ...webpay.variables, RATE_LIMITS: 'off' });
    cookies.admin = (await makeAdvisor('otra@resguardo.cl')).cookies;
    await ask();
    const text = await linkPage();
    expect(text).toContain('Solo se paga con tarjeta');
    expect(text).not.toContain('transferencia');
    expect(redirectOf(await record())).toContain('error=not_found');
  });

  test('says when the transfer is confirmed, and to transfer only once', async () => {
    const text = await linkPage();
    expect(text).toContain('te escribimos apenas llegue, a más tardar el día hábil siguiente.');
    expect(text).toContain('Transfiere una sola vez');
  });

  test.each(['reject', 'abort', 'timeout'] as const)(
    'offers the transfer below the retry after a card payment ended with %s',
    async (choice) => {
      const started = await startLinkPayment({}, link);
      await finishPayment(webpay, started, choice);
      const text = await linkPage({ orden: started.buyOrder });
      expect(text).toMatch(/Intentar otra vez.*Pagar por transferencia.*0012345678/);
      expect(text).not.toContain('Solo se paga con tarjeta');
    },
  );

  test('offers no transfer once its link has ended', async () => {
    world.advance(31 * DAY);
    expect(await linkPage()).not.toContain('0012345678');
  });
});

describe('an advisor who saw a bank transfer arrive', () => {
  test('records it, and the request is paid as by card: mail, receipt, page and history', async () => {
    const { id: leadId } = await sendRequest(publicBody);
    await ask({ leadId, email: publicBody.email, amount: 89_500 });
    world.advance(3 * DAY);
    const day = isoDay(world.now() - DAY);
    browseAs(cookies.admin);
    await markSessionsProved();
    expect(textOf(await renderPage(TransferPage, { id }))).toContain(
      'Registrar $ 89.500 recibidos',
    );
    const next = redirectOf(await record(day));
    const [payment] = await rows();
    const { buyOrder = '' } = payment ?? {};
    expect(next).toBe(`/admin/pagos/${buyOrder}?aviso=transferencia`);
    expect(payment).toMatchObject({ state: 'authorized', amount: 89_500, token: null });
    expect(await paymentTrail(buyOrder)).toEqual(['transferred']);
    expect(await rowProblems()).toEqual([]);
    const events = await getDb().read.select().from(leadEvents);
    const { kind, detail } = events.findLast((event) => event.kind === 'payment') ?? {};
    expect({ kind, detail }).toMatchObject({
      kind: 'payment',
      detail: { buyOrder, state: 'authorized' },
    });
    await deliverDue();
    const mail = paymentMails(world).find(({ subject }) => /Recibimos tu pago/.test(subject));
    expect(mail?.to).toBe(publicBody.email);
    expect(mail?.text).toContain('Recibimos tu transferencia');
    expect(mail?.text).not.toContain('Webpay');
    browseAs({});
    expect(await linkPage()).toContain('Ya está pagado');
    const result = await linkPage({ orden: buyOrder });
    expect(result).toMatch(/Tipo de pago Transferencia/);
    const path = `/pagar/${link}/comprobante?orden=${buyOrder}`;
    expect((await call(receiptRoute, path, { params: { token: link } })).status).toBe(200);
    expect(await startLinkPayment({}, link)).toMatchObject({ error: 'conflict' });
    browseAs(cookies.admin);
    const page = textOf(await renderPage(AdminPaymentPage, { buyOrder }));
    expect(page).toContain('Llegó por transferencia');
    expect(page).not.toContain('Webpay lo cobró');
  });

  test('keeps the number of the bank with the payment and in the trail, if it is typed', async () => {
    browseAs(cookies.admin);
    await markSessionsProved();
    const form = textOf(await renderPage(TransferPage, { id }));
    expect(form).toContain('N.º de operación del banco');
    expect(form).toMatch(/Al presionar, el comprobante sale de inmediato .* No se puede deshacer/);
    const tooLong = await record(today(), cookies.admin, { operacion: '1'.repeat(41) });
    expect(valuesKeptAfterRefusal(tooLong)?.fields.operacion).toBeTruthy();
    await record(today(), cookies.admin, { operacion: ' 00458812 ' });
    const buyOrder = (await rows())[0]?.buyOrder ?? '';
    const page = textOf(await renderPage(AdminPaymentPage, { buyOrder }));
    expect(page).toContain('N.º de operación del banco 00458812');
    const trail = textOf(await renderPage(TrailPage, {}, { object: buyOrder }));
    expect(trail).toContain('$ 45.000, n.º de operación del banco 00458812');
  });

  test('records it once, also after the link ended, but not for a cancelled or paid request', async () => {
    world.advance(31 * DAY);
    cookies.admin = (await makeAdvisor('otra@resguardo.cl')).cookies;
    const recorded = redirectOf(await record());
    expect(recorded).toContain('aviso=transferencia');
    expect(redirectOf(await record())).toBe(recorded);
    expect(redirectOf(await record(isoDay(world.now() - DAY)))).toContain('error=conflict');
    expect(await rows()).toHaveLength(1);
    await ask({ amount: 9_000 });
    await postForm(`/admin/pagos/pedidos/${id}/anular`, { form: {}, cookies: cookies.admin });
    expect(redirectOf(await record())).toContain('error=conflict');
    await ask({ amount: 8_000 });
    await payAsGuest(webpay, link);
    expect(redirectOf(await record())).toContain('error=conflict');
  });

  test('is asked for a fresh proof of identity before it is recorded', async () => {
    world.advance(16 * MINUTE);
    const unproved = await postForm(`${formPath()}/registrar`, {
      form: { dia: today() },
      cookies: cookies.admin,
    });
    expect(redirectOf(unproved)).toMatch(/^\/confirmar/);
    expect(await rows()).toEqual([]);
  });

  test('cannot record it while somebody pays by card', async () => {
    await startLinkPayment({}, link);
    expect(redirectOf(await record())).toContain('error=conflict');
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ['before it was requested', -DAY],
    ['to come', DAY],
  ])('cannot record it on a day %s', async (_, difference) => {
    const response = await record(isoDay(world.now() + difference));
    expect(valuesKeptAfterRefusal(response)?.fields.dia).toMatch(/entre el día en que se pidió/);
    expect(await rows()).toEqual([]);
  });

  test('finds its payment by the glosa as the bank shows it, before and after recording', async () => {
    await ask({ description: 'Prima', email: 'otra@andes.cl' });
    browseAs(cookies.admin);
    const find = async (q: string) => textOf(await renderPage(PaymentsPage, {}, { q }));
    const code = transferCode(id);
    for (const q of [code, code.toLowerCase(), `${code.slice(0, 2)} ${code.slice(2)}`]) {
      const text = await find(q);
      expect(text).toContain('Prima');
      expect(text).not.toContain('ana@constructora.cl');
      expect(text).toContain('Registrar transferencia');
    }
    await record();
    expect(await find(code)).toContain('Prima');
    // Webpay has nothing to refund: the team gives the money back by its bank.
    const [payment] = await rows();
    expect((await refundPayment(cookies.admin, payment?.buyOrder ?? '')).status).toBe(409);
  });

  test('is the only one who can record it', async () => {
    expect(redirectOf(await record(today(), cookies.payer))).not.toContain('aviso=transferencia');
    expect(redirectOf(await record(today(), {}))).not.toContain('aviso=transferencia');
    expect(await rows()).toEqual([]);
  });
});
