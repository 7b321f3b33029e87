import { beforeEach, describe, expect, test } from 'vitest';
import { GET as receiptRoute } from '#app/pagar/[token]/comprobante/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { formatDay, isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { call, cookiesOf } from '#tests/support/call.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  paymentMails,
  paymentTrail,
  returnFromWebpay,
  startLinkPayment,
  sweepFor,
} from '#tests/support/payments.ts';
import { payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const [first] = publicBody.garantias;
const garantias = [first, { ...first, tipoGarantia: 'cumplimiento' }];
const {
  webpay,
  world,
  cookies,
  request,
  page: requestPage,
} = await requestForTest({
  ...publicBody,
  garantias,
});
const EMAIL = 'ana@constructora.cl';

const page = (link: string, query = {}) => renderPage(RequestedPaymentPage, { token: link }, query);
const read = async (link: string, query = {}) => textOf(await page(link, query));
const ask = (changes: object) => requestPayment(cookies.admin, changes);
const mailsTo = (email: string) => paymentMails(world).filter(({ to }) => [to].flat()[0] === email);
const teamMails = () =>
  mailboxFilesIn(world.dataDir).filter(({ subject }) => /^Pagó/.test(subject));

/** The cookies of the browser that accepted the conditions. */
let browser: Record<string, string> = {};

/** Returns the payment link of accepted conditions. */
async function accepted(changes: object = {}): Promise<string> {
  await sendConditions(cookies.admin, request.id, changes);
  const path = `/comprobante/${request.token}/condiciones`;
  browser = cookiesOf(await postForm(path, { form: { version: '1' } }));
  return payLinkOf(await requestPage());
}

describe('the mail to the team about a paid request', () => {
  test('goes once to its advisor, however often the payer comes back', async () => {
    const started = await startLinkPayment({}, await accepted());
    webpay.fail('commit', 500);
    webpay.fail('status', 500);
    await finishPayment(webpay, started, 'approve');
    await deliverDue();
    expect(teamMails()).toEqual([]);
    webpay.recover();
    world.advance(60_000);
    await Promise.all([1, 2, 3].map(() => returnFromWebpay({ token_ws: started.token })));
    await sweepFor(world, 5);
    await deliverDue();
    const [mail, ...others] = teamMails();
    expect(others).toEqual([]);
    expect([mail?.to].flat()).toEqual(['jefa@resguardo.cl']);
    expect(mail?.subject).toContain(`Pagó: solicitud N.º ${request.submissionId}`);
    for (const phrase of ['$ 45.000', started.buyOrder, `/admin/leads/${request.id}`]) {
      expect(mail?.text).toContain(phrase);
    }
  });

  test.each([
    ['the lead is free', `update leads set assigned_to = null`],
    ['its advisor is one no more', `update accounts set role = 'natural' where role = 'admin'`],
  ])('goes to the team’s own address where %s, and not for a failed payment', async (_, change) => {
    const link = await accepted();
    await getDb().write((tx) => tx.run(change));
    await finishPayment(webpay, await startLinkPayment({}, link), 'reject');
    await deliverDue();
    expect(teamMails()).toEqual([]);
    await payAsGuest(webpay, link);
    await deliverDue();
    expect(teamMails().map(({ to }) => [to].flat()[0])).toEqual(['equipo@resguardo.cl']);
  });
});

test('the page to pay says for which company and what, and nothing of the person', async () => {
  const html = await read(await accepted());
  expect(html).toMatch(
    /Empresa Constructora Andes SpA 2 garantías Seriedad de la oferta, \$ 1\.500\.000,50; Fiel cumplimiento.* Emisor Aseguradora Andes/,
  );
  for (const secret of ['76.123.456', '9 1234', 'Muñoz', 'Providencia', '4809-45']) {
    expect(html).not.toContain(secret);
  }
  expect(html).toMatch(
    /Recibe el pago Resguardo.*Pagar con Webpay.*Ver las condiciones Póliza a la vista/,
  );
  const other = await ask({ email: EMAIL, leadId: request.id, amount: 9000, open: 'keep' });
  expect(await read(other)).toMatch(/Empresa Constructora Andes SpA 2 garantías/);
  expect(await read(other)).not.toContain('Aseguradora');
  expect(await read(await ask({ amount: 8000 }))).not.toContain('Empresa');
  world.advance(31 * DAY);
  expect(await read(other)).not.toContain('Constructora');
});

describe('a guest who paid', () => {
  let link: string;
  let orden: string;
  beforeEach(async () => {
    link = await accepted();
    orden = (await payAsGuest(webpay, link)).buyOrder;
  });

  test('without an own address can have the receipt mailed later, to one address and once', async () => {
    const send = async (correo: string, token = link) => {
      const path = `/pagar/${token}/enviar-comprobante`;
      return (await postForm(path, { form: { orden, correo } })).headers.get('location');
    };
    const offered = 'Enviar el comprobante a';
    expect(await page(link, { orden })).toContain(offered);
    expect(await send('contador')).toBe(`/pagar/${link}?error=validation_failed`);
    const other = await ask({ amount: 9000 });
    expect(await send('c@holding.cl', other)).toContain('error=not_found');
    expect(await send('C@Holding.cl')).toBe(`/pagar/${link}?orden=${orden}`);
    expect(await send('C@Holding.cl')).toBe(`/pagar/${link}?error=conflict`);
    const after = await page(link, { orden });
    expect(after).toContain('a a•••@constructora.cl y a c•••@holding.cl.');
    expect(after).not.toContain(offered);
    await deliverDue();
    const mails = mailsTo('c@holding.cl');
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Recibimos tu pago']);
    expect((await paymentTrail(orden)).at(-1)).toBe('receipt-sent');
  });

  test('reads where the receipt goes, masked, and finds the payment only in the session that owns it', async () => {
    const result = await read(link, { orden });
    expect(result).toContain(`El comprobante va en camino por correo a a•••@constructora.cl.`);
    expect(result).not.toContain(EMAIL);
    expect(result).toContain(`hasta el ${formatDay(world.now() + 30 * DAY)}`);
    const plain = await page(link);
    expect(textOf(plain)).toContain('Ya está pagado Gracias.');
    expect(textOf(plain)).toContain('llegan por correo a a•••@constructora.cl.');
    expect(plain).not.toContain(orden);
    expect(plain).not.toContain('/comprobante');
    browseAs(cookies.payer);
    expect(await page(link)).toContain(`href="/panel/pagos/${orden}"`);
    browseAs(cookies.admin);
    expect(await page(link)).not.toContain(orden);
  });

  test('finds the way back to the request only in the browser that accepted its conditions', async () => {
    const way = `href="/comprobante/${request.token}"`;
    expect(await page(link, { orden })).not.toContain(way);
    browseAs(browser);
    expect(await page(link, { orden })).toContain(way);
    const close = `/panel/solicitudes/${request.submissionId}/cerrar-enlaces`;
    const closed = await postForm(close, { form: {}, cookies: cookies.payer });
    expect(closed.headers.get('location')).toContain('aviso=cerrados');
    expect(await page(link, { orden })).not.toContain('/comprobante/');
    // Another browser has no such cookie, and a changed token leads nowhere.
    browseAs(
      Object.fromEntries(Object.entries(browser).map(([name, value]) => [name, `${value}A`])),
    );
    expect(await page(link, { orden })).not.toContain('/comprobante/');
  });

  test('reads the day of a refund on page and receipt, and gets a mail about it', async () => {
    for (const [amount, all] of [
      [1000, '$ 1.000'],
      [44_000, '$ 45.000'],
    ] as const) {
      world.advance(DAY);
      await markSessionsProved();
      expect((await refundPayment(cookies.admin, orden, amount)).status).toBe(200);
      const day = formatDay(world.now());
      const html = await read(link, { orden });
      expect(html).toContain(`Devuelto ${all}, ${day}`);
      expect(html).not.toContain('en camino');
      // The link of a partly refunded payment shows that as well.
      const part = 'Devolvimos $ 1.000 al mismo medio de pago.';
      const isPart = amount === 1000;
      expect([html.includes(part), (await read(link)).includes(part)]).toEqual([isPart, isPart]);
      const path = `/pagar/${link}/comprobante?orden=${orden}`;
      const pdf = await call(receiptRoute, path, { params: { token: link } });
      expect(pdfText(Buffer.from(await pdf.arrayBuffer()))).toContain(`${all}, ${day}`);
    }
    expect(await read(link, { orden })).toContain('Devolvimos tu pago');
    await deliverDue();
    const mail = mailsTo(EMAIL).find(({ subject }) => /parte de tu pago/.test(subject));
    expect(mail?.text).toContain(`/pagar/${link}?orden=${orden}`);
  });
});

describe('the mail that requests a payment', () => {
  test('after accepted conditions repeats price, issuer and terms', async () => {
    const link = await accepted();
    await deliverDue();
    const [mail] = mailsTo(EMAIL);
    expect(mail?.subject).toBe('Aceptaste las condiciones: ya puedes pagar $ 45.000');
    for (const phrase of ['Aseguradora Andes', 'Sale en 24 horas.', '$ 45.000', `/pagar/${link}`]) {
      expect(mail?.text).toContain(phrase);
    }
    expect(mail?.text).not.toContain('Un asesor');
  });

  test('can be forwarded, because it has no link to the request', async () => {
    await ask({ email: EMAIL, leadId: request.id });
    await deliverDue();
    const [mail] = mailsTo(EMAIL);
    expect(mail?.text).toContain('Un asesor te pide pagar');
    expect(mail?.text).toMatch(
      /Recibe el pago Resguardo. Si quieres comprobarlo, escríbenos en .*\/contacto/,
    );
    expect(mail?.text).toContain('Puedes reenviarle este correo');
    expect(mail?.text).not.toContain('/comprobante/');
  });
});

test('accepted conditions say that their last day was for accepting, and until when to pay', async () => {
  const lastDay = world.now() + DAY;
  await accepted({ validUntil: isoDay(lastDay) });
  const [html, shown] = [textOf(await requestPage()), formatDay(lastDay)];
  expect(html).toContain(`, dentro del plazo, que era hasta el ${shown}.`);
  expect(html).toContain('Paga antes del 01-12-2026');
  expect(html).toContain(`Plazo para aceptar ${shown}`);
  expect(html).not.toContain(`Válidas hasta ${shown}`);
});

test('a mistyped e-mail address of a payer is questioned once, and stays in the form after a rejection', async () => {
  const link = await accepted();
  const correo = 'tio@gmial.com';
  browseAs(cookiesOf(await postForm(`/pagar/${link}/crear`, { form: { correo } })));
  const doubted = await page(link, { error: 'validation_failed' });
  expect(doubted).toContain('¿Quisiste decir tio@gmail.com?');
  expect(doubted).toContain(`name="visto" value="${correo}"`);
  expect(doubted).toContain('value="tio@gmail.com" name="correo"');
  browseAs({});
  const started = await startLinkPayment({}, link, { correo, visto: correo });
  await finishPayment(webpay, started, 'reject');
  expect(await page(link, { orden: started.buyOrder })).toContain(`value="${correo}"`);
});
