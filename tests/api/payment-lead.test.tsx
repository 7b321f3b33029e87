import { describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import { DAY } from '#lib/platform/process/durations.ts';
import { api } from '#tests/support/call.ts';
import { eventsOf, insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  paymentOf,
  paymentTrail,
  startLinkPayment,
  startPayment,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });

const ana = 'ana@constructora.cl';
const guess = 'Pago sin solicitud indicada; lo asociamos a la más reciente del pagador: ';

async function pay(body: object = {}): Promise<string> {
  const started = await startPayment(cookies.payer, body);
  await finishPayment(webpay, started, 'approve');
  return started.buyOrder;
}

async function paymentPage(buyOrder: string): Promise<string> {
  browseAs(cookies.admin);
  return renderPage(PaymentPage, { buyOrder });
}

async function attach(buyOrder: string, lead: number | '', by = cookies.admin): Promise<string> {
  const form = { lead: `${lead}` };
  const response = await postForm(`/admin/pagos/${buyOrder}/asociar`, { form, cookies: by });
  return response.headers.get('location') ?? `${response.status}`;
}

const paidIn = async (lead: number) =>
  (await eventsOf(lead)).filter(({ kind }) => kind === 'payment').length;

describe('a payment that names no request', () => {
  test('is shown as a guess, and the team can move it to another request of its payer or to none', async () => {
    const older = await insertLead({ email: ana, kind: 'garantia', submissionId: 71 });
    const newest = await insertLead({ email: ana, kind: 'garantia', submissionId: 72 });
    const buyOrder = await pay();
    expect(textOf(await paymentPage(buyOrder))).toContain(`${guess}Solicitud N.º 72`);
    expect(textOf(await renderPage(PaymentsPage, {}))).toContain(`${guess}Solicitud N.º 72`);
    expect(await paidIn(newest)).toBe(1);

    expect(await attach(buyOrder, older)).toBe(`/admin/pagos/${buyOrder}?aviso=asociado`);
    expect([await paidIn(older), await paidIn(newest)]).toEqual([1, 0]);
    expect([(await leadOf(older)).isPaid, (await leadOf(newest)).isPaid]).toEqual([true, false]);
    const chosen = textOf(await paymentPage(buyOrder));
    expect(chosen).toContain('El equipo lo asoció a Solicitud N.º 71');
    expect(chosen).not.toContain('lo asociamos');
    expect(textOf(await renderPage(PaymentsPage, {}))).not.toContain(guess);

    expect(await attach(buyOrder, '')).toBe(`/admin/pagos/${buyOrder}?aviso=separado`);
    expect([await paidIn(older), await paidIn(newest)]).toEqual([0, 0]);
    expect((await leadOf(older)).isPaid).toBe(false);
    expect(await attach(buyOrder, newest)).toContain('asociado');
    expect([await paidIn(newest), (await leadOf(newest)).isPaid]).toEqual([1, true]);
    const trail = await paymentTrail(buyOrder);
    expect(trail.slice(-4)).toEqual(['matched', 'attached', 'detached', 'attached']);
    browseAs(cookies.admin);
    const ofNewest = textOf(await renderPage(TrailPage, {}, { object: '72' }));
    expect(ofNewest).toMatch(/El sistema Asoció por su cuenta un pago[^.]*Pago RG-/i);
    expect(textOf(await renderPage(TrailPage, {}, { object: '71' }))).toContain('separó un pago');
    const moves = (await eventsOf(older)).filter(({ kind }) => kind === 'payment-moved');
    expect(moves).toMatchObject([
      { buyOrder, isHere: true, other: 'Solicitud N.º 72' },
      { buyOrder, isHere: false, other: null },
    ]);
  });

  test('cannot go to a request of another person, and a payment requested for a lead cannot be moved', async () => {
    const own = await insertLead({ email: ana, kind: 'garantia', submissionId: 71 });
    const foreign = await insertLead({ email: 'otra@andes.cl' });
    const buyOrder = await pay();
    expect(await attach(buyOrder, foreign)).toContain('error=not_found');
    expect(await attach(buyOrder, own, cookies.payer)).toMatch(/403|error=/);
    expect((await paymentOf(buyOrder)).leadBasis).toBe('guess');
    const link = await requestPayment(cookies.admin, { leadId: own });
    const { buyOrder: requested } = await payAsGuest(webpay, link);
    expect(await attach(requested, '')).toContain('error=conflict');
    const page = await paymentPage(requested);
    expect(page).not.toContain('Pago sin solicitud indicada');
    expect(page).toContain(`href="/admin/leads/${own}#pagos"`);
    world.advance(DAY);
    expect(await attach(buyOrder, own)).not.toContain('aviso=');
  });
});

test('the page of a payment describes each request to which it could go', async () => {
  const { submissionId } = await sendRequest({ ...publicBody, email: ana });
  await insertLead({ email: ana, kind: 'asesor', name: 'Ana de Visita' });
  const page = textOf(await paymentPage(await pay()));
  expect(page).toMatch(
    new RegExp(
      `Solicitud N.º ${submissionId} Seriedad de la oferta, [^·]+ · Recibida · Ana Muñoz, Constructora Andes SpA · del 20-11-2026`,
    ),
  );
  expect(page).toMatch(/Mensaje N.º \d+ [^·]+ · Por atender · Ana de Visita · del 20-11-2026/);
});

test('a requested payment that somebody else made names its addressee and its payer', async () => {
  const lead = await insertLead({ email: 'luz@sur.cl' });
  const link = await requestPayment(cookies.admin, { leadId: lead, email: 'luz@sur.cl' });
  const { buyOrder, ...started } = await startLinkPayment(cookies.payer, link);
  await finishPayment(webpay, { buyOrder, ...started }, 'approve');
  expect(textOf(await paymentPage(buyOrder))).toContain(`${ana}, solicitado a luz@sur.cl`);
  expect(textOf(await renderPage(PaymentsPage, {}))).toContain(`${ana}, solicitado a luz@sur.cl`);
  expect(textOf(await renderPage(LeadPage, { id: `${lead}` }))).toContain(
    `Solicitado a luz@sur.cl, pagó ${ana}`,
  );
  const csv = await (await api('/api/admin/payments.csv', { cookies: cookies.admin })).text();
  expect(csv).toContain(ana);
  expect(csv).toContain('luz@sur.cl');
  const own = await requestPayment(cookies.admin, { amount: 30_000 });
  const paid = await startLinkPayment(cookies.payer, own);
  await finishPayment(webpay, paid, 'approve');
  expect(textOf(await paymentPage(paid.buyOrder))).not.toContain('pedido a');
});

test.each([
  ['Comisión solicitud 71', 71],
  ['Comisión de la garantía, solicitud N.º 71', 71],
  ['Pago nº 71 (boleta 72)', 71],
  ['Comisión N.º\u00a071', 71],
  ['Solicitud nro. 99 y solicitud 71', 71],
  ['Garantía N.º 71', 72],
  ['Mensaje 71', 72],
  ['Solicitud 71.000', 72],
  ['Solicitud 70', 72],
  ['Comisión', 72],
])('a payment for «%s» is attached to the request N.º %i', async (description, number) => {
  await insertLead({ email: 'otra@andes.cl', kind: 'garantia', submissionId: 70 });
  await insertLead({ email: ana, kind: 'garantia', submissionId: 71 });
  await insertLead({ email: ana, kind: 'garantia', submissionId: 72 });
  const buyOrder = await pay({ description });
  const note =
    number === 71
      ? 'Pago sin solicitud indicada; lo asociamos a la que nombra su concepto: '
      : guess;
  const text = `${note}Solicitud N.º ${number}`;
  expect(textOf(await paymentPage(buyOrder))).toContain(text);
  expect(textOf(await renderPage(PaymentsPage, {}))).toContain(text);
  expect((await paymentOf(buyOrder)).leadBasis).toBe('guess');
});

test('a lead lists the payments attached to it, and says what was refunded in part', async () => {
  const lead = await insertLead({ email: ana });
  const other = await insertLead({ email: ana });
  const requestOptions = await payAsGuest(
    webpay,
    await requestPayment(cookies.admin, { leadId: lead }),
  );
  const attached = await pay({ amount: 89_500, description: 'Comisión del mes' });
  await attach(attached, lead);
  const leadPage = async (id: number) => {
    browseAs(cookies.admin);
    return renderPage(LeadPage, { id: `${id}` });
  };
  const page = await leadPage(lead);
  expect(textOf(page)).toMatch(/Pagó \$ 45\.000 \(Comisión\) y \$ 89\.500 \(Comisión del mes\)/);
  for (const order of [requestOptions.buyOrder, attached]) {
    expect(page.split(`href="/admin/pagos/${order}"`)).toHaveLength(2);
  }
  expect(textOf(page)).toMatch(/\$ 89\.500 Pagado Comisión del mes ana@constructora\.cl/);
  const previous = textOf(await leadPage(other));
  expect(previous).toContain('Se quitó de aquí un pago');
  expect(previous).toContain(`Orden ${attached} Ahora está en Mensaje N.º ${lead}`);
  expect(previous).not.toContain('89.500');
  const here = textOf(await leadPage(lead));
  expect(here).toContain(`Orden ${attached} Estaba en Mensaje N.º ${other}`);

  await refundPayment(cookies.admin, attached, 20_000);
  await refundPayment(cookies.admin, requestOptions.buyOrder, 5_000);
  const refunded = textOf(await leadPage(lead));
  expect(refunded).not.toContain('Pagada:');
  for (const text of [
    'Devuelto en parte: $ 20.000 de $ 89.500',
    'Devuelto en parte: $ 5.000 de $ 45.000',
  ]) {
    expect(refunded.split(text)).toHaveLength(3);
  }
});

test('the page of a payment links to its account, its audit trail and a probable double charge', async () => {
  const first = await pay();
  const { accountId } = await paymentOf(first);
  expect(await paymentPage(first)).not.toContain('Posible cobro doble');
  await pay({ amount: 9_000 });
  const second = await pay();
  const page = await paymentPage(first);
  expect(page).toContain('Posible cobro doble');
  for (const path of [
    `/admin/pagos/${second}`,
    `/admin/cuentas/${accountId}`,
    `/admin/auditoria?object=${first}`,
  ]) {
    expect(page).toContain(`href="${path}"`);
  }
  expect(await paymentPage(second)).toContain(`href="/admin/pagos/${first}"`);
  expect(textOf(await renderPage(PaymentsPage, {})).split('Posible cobro doble').length - 1).toBe(
    2,
  );
});
