import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import PaymentsPage from '#app/panel/pagos/page.tsx';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import RequestsPage from '#app/panel/solicitudes/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { moveRequest } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { postDocumentRequest } from '#tests/support/requested-documents.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const admin = forEachTest(() => openAdminArea({ ...webpay.variables, RATE_LIMITS: 'off' }));
let cookies: Record<string, string>;
let [id, submissionId, token] = [0, 0, ''];
beforeEach(async () => {
  cookies = admin.ana.cookies;
  browseAs({});
  ({ id, submissionId, token } = await sendRequest(publicBody));
});

const page = () => renderPage(ReceiptPage, { token });
const headOf = (html: string) =>
  textOf(html.slice(html.indexOf('<h1'), html.indexOf('Recibida el')));
/** Returns the checklist, with all that stands in it. */
const listOf = (html: string) =>
  html.slice(html.indexOf('id="pendientes"'), html.indexOf('id="historia"'));
const primary = /<(?:a|button) (?=[^>]*btn-primary)[^>]*>(.*?)<\/(?:a|button)>/gs;
const mainButtons = (html: string) =>
  [...html.slice(html.indexOf('<h1')).matchAll(primary)].map(([, text]) => textOf(text ?? ''));
const payPath = (html: string) => /href="\/pagar\/([^"]+)"/.exec(html)?.[1] ?? '';

describe('the pending list of a request', () => {
  test('has conditions, documents and payment, with one main button for the next of them', async () => {
    await moveRequest(id, 'aprobada');
    await postDocumentRequest(id, cookies, { 'doc-certificado_f30': 'si' });
    await sendConditions(cookies, id, { price: 145_000, validUntil: '2036-12-15' });
    const open = await page();
    const list = textOf(listOf(open));
    expect(list).toMatch(
      /Pendientes 2 pendientes Acepta las condiciones Hasta el 15-12-2036 .* Envía un documento .*F30.*Bases o contrato.* Pagar \$ 145\.000, después de aceptar/,
    );
    expect(mainButtons(open)).toEqual(['Ver las condiciones', 'Acepto estas condiciones']);
    expect(open.indexOf('id="pendientes"')).toBeLessThan(open.indexOf('Qué sigue'));
    expect(open.indexOf('id="historia"')).toBeGreaterThan(open.indexOf('id="pedido"'));
    await acceptConditions(token, 1);
    const due = await page();
    expect(textOf(listOf(due))).toMatch(/Aceptaste las condiciones .*Pago \$ 145\.000/);
    expect(mainButtons(due)).toEqual(['Pagar $ 145.000']);
    await payAsGuest(webpay, payPath(due));
    const paid = await page();
    expect(textOf(listOf(paid))).toMatch(/1 pendiente .*Recibimos tu pago de \$ 145\.000/);
    expect(textOf(paid)).toMatch(
      /Qué sigue Recibimos tu pago el [\d-]+\. Para emitir tu garantía falta enviar un documento\./,
    );
    expect(mainButtons(paid)).toContain('Enviar documentos');
    browseAs((await makeUser()).cookies);
    const listed = textOf(await renderPage(RequestsPage, {}));
    expect(listed).toContain('1 pendiente: enviar un documento.');
    expect(listed).not.toContain('La recibimos');
  });

  test('has one number on the page, in the list and in the panel', async () => {
    await postDocumentRequest(id, cookies, { 'doc-certificado_f30': 'si' });
    await requestPayment(cookies, { email: publicBody.email, leadId: id });
    const text = '2 pendientes: enviar un documento y pagar $ 45.000.';
    expect(headOf(await page())).toContain(text);
    browseAs((await makeUser()).cookies);
    expect(headOf(await renderPage(RequestPage, { id: `${submissionId}` }))).toContain(text);
    expect(textOf(await renderPage(RequestsPage, {}))).toContain(text);
    const panel = textOf(await renderPage(PanelHome, {}));
    expect(panel).toContain(text);
    expect(panel).toMatch(/Tu asesor espera un documento Solicitud N\.º \d+\. [^.]*F30/);
  });

  test('omits a document that the wizard called optional, until an advisor requests one', async () => {
    const html = await page();
    expect(html).not.toContain('id="pendientes"');
    expect(textOf(html)).toContain('Puedes enviar desde ya las bases o el contrato.');
    expect(textOf(html)).not.toMatch(/Falta un documento|Ver qué falta/);
    await postDocumentRequest(id, cookies, { 'doc-certificado_f30': 'si' });
    expect(textOf(await page())).toContain('1 pendiente');
  });
});

test('a payment that came before the documents replaces the reception in the head of the page', async () => {
  const path = await requestPayment(cookies, { email: publicBody.email, leadId: id });
  await payAsGuest(webpay, path);
  const head = headOf(await page());
  expect(head).toContain('Recibimos tu pago');
  expect(head).not.toContain('Recibimos tu solicitud');
  expect(head).toContain(
    'Para emitir tu garantía falta que un asesor termine de revisar tu solicitud.',
  );
});

test('conditions name the insured amount, the validity, the tender, and that the price includes taxes', async () => {
  await sendConditions(cookies, id, { price: 145_000 });
  const text = textOf(await page());
  expect(text).toContain('Precio $ 145.000 en total, con impuestos');
  expect(text).toMatch(/Monto asegurado \S+ ?[\d.,]+ Vigencia \d\d-\d\d-\d{4} al \d\d-\d\d-\d{4}/);
  expect(text).toMatch(new RegExp(`Licitación ${publicBody.idLicitacion}`));
  expect(text).toContain('Acepta las condiciones Precio');
});

test('an accepted and paid request is shown as paid in the list, on its page and among the payments', async () => {
  await sendConditions(cookies, id, { price: 145_000 });
  await acceptConditions(token, 1);
  await payAsGuest(webpay, payPath(await page()));
  browseAs((await makeUser()).cookies);
  const says = /Recibimos tu pago el [\d-]+; ahora gestionamos la emisión/;
  expect(textOf(await renderPage(RequestPage, { id: `${submissionId}` }))).toMatch(says);
  const listed = textOf(await renderPage(RequestsPage, {}));
  expect(listed).toMatch(says);
  expect(listed).toContain('Pagada');
  const payments = textOf(await renderPage(PaymentsPage, {}));
  expect(payments).toContain('Pagado: $ 145.000');
  expect(payments).toContain(`Solicitud N.º ${submissionId}`);
  expect(textOf(await renderPage(PaymentsPage, {}, { estado: 'rechazados' }))).toContain(
    'No hay más',
  );
  expect(listed).not.toContain('La recibimos');
});
