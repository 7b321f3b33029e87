import { beforeEach, describe, expect, test } from 'vitest';
import HomePage from '#app/(sitio)/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import LinkedGuaranteePage from '#app/garantia/[token]/page.tsx';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { addRequestFiles, textFile } from '#tests/support/request-files.ts';
import { postDocumentRequest } from '#tests/support/requested-documents.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const admin = forEachTest(() => openAdminArea({ ...webpay.variables, RATE_LIMITS: 'off' }));
let cookies: Record<string, string>;
let [id, submissionId, token] = [0, 0, ''];
beforeEach(async () => {
  cookies = admin.ana.cookies;
  browseAs({});
  await send(publicBody);
});

async function send(body: object): Promise<void> {
  ({ id, submissionId, token } = await sendRequest(body));
}

const [item] = publicBody.garantias;
const twoOf = { ...publicBody, garantias: [item, { ...item, tipoGarantia: 'cumplimiento' }] };
const second = { item: 1, type: 'cumplimiento', issuerNumber: 'PZ-2' };
const page = () => renderPage(ReceiptPage, { token });
const pageText = async () => textOf(await page());
const titleOf = (html: string) => textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '');
/** Returns the first screen: up to the request's number, mail and download. */
const headOf = (html: string) => html.slice(html.indexOf('<h1'), html.indexOf('Recibida el'));
const payLinkOf = (html: string) => /href="\/pagar\/([^"]+)"/.exec(html)?.[1] ?? '';

describe('the page of a refused request', () => {
  const mode = 'si quieres saber por qué';

  test('shows the reason below the heading, and not how to ask for it', async () => {
    const reason = 'El plazo es muy corto.';
    await admin.post('estado', id, { state: 'rechazada', reason, seen: 'recibida' });
    admin.world.advance(60_000);
    const html = await page();
    expect(titleOf(html)).toBe('Tu solicitud no fue aprobada');
    expect(headOf(html)).toContain(reason);
    expect(textOf(html)).not.toContain(mode);
    expect(textOf(html)).not.toContain('Qué sigue');
    browseAs((await makeUser()).cookies);
    const own = textOf(await renderPage(RequestPage, { id: `${submissionId}` }));
    expect(own).toMatch(/no fue aprobada .*El plazo es muy corto\. No pudimos aprobarla\./);
    expect(own).not.toContain(mode);
  });

  test('says how to ask for the reason if there is none', async () => {
    await moveRequest(id, 'rechazada');
    expect(headOf(await page())).toContain(mode);
  });
});

describe('the head of a request page', () => {
  test('names the reception, then the review, then a requested document', async () => {
    const sent = await page();
    expect(titleOf(sent)).toBe('Recibimos tu solicitud');
    expect(headOf(sent)).toMatch(
      /Puedes enviar desde ya las bases o el contrato.*href="#documentos"/s,
    );
    expect(textOf(sent)).toContain('Si necesita un documento, te lo pide.');
    await moveRequest(id, 'en_revision');
    const reviewed = await page();
    expect(titleOf(reviewed)).toBe('Estamos revisando tu solicitud');
    expect(headOf(reviewed)).not.toContain('href="#documentos"');
    await postDocumentRequest(id, cookies, { 'doc-certificado_f30': 'si' });
    expect(titleOf(await page())).toBe('Falta un documento');
  });

  test('names open conditions, then the payment due, then that it was paid or refunded', async () => {
    await moveRequest(id, 'aprobada');
    await sendConditions(cookies, id, { price: 120_000 });
    const open = await page();
    expect(titleOf(open)).toBe('Tienes condiciones por aceptar');
    expect(headOf(open)).toMatch(/Tu solicitud fue aprobada.*href="#condiciones"/s);
    await acceptConditions(token, 1);
    const due = await page();
    expect(titleOf(due)).toBe('Falta pagar $ 120.000');
    expect(headOf(due)).toContain(`href="/pagar/${payLinkOf(due)}"`);
    expect(textOf(due)).toContain('Con el pago gestionamos la emisión');
    const { buyOrder } = await payAsGuest(webpay, payLinkOf(due));
    await addRequestFiles(token, { contrato: [textFile('Bases.pdf')] });
    const paid = await page();
    expect(titleOf(paid)).toBe('Recibimos tu pago');
    expect(headOf(paid)).toContain('Tu solicitud fue aprobada');
    expect(textOf(paid)).toMatch(
      /Qué sigue Recibimos tu pago el \d\d-\d\d-\d{4}; ahora gestionamos la emisión/,
    );
    expect(textOf(paid)).not.toContain('Con el pago gestionamos');
    expect(textOf(paid)).toMatch(/Qué ha pasado .*Pago recibido: \$ 120\.000/);
    expect(paid).toContain('href="/panel/pagos"');
    expect(textOf(paid)).not.toContain(buyOrder);
    expect(paid).toContain(`/comprobante?orden=${buyOrder}"`);
    await refundPayment(cookies, buyOrder, 20_000);
    expect(await pageText()).toContain('Pago devuelto en parte: $ 20.000');
    admin.world.advance(86_400_000);
    await markSessionsProved();
    await refundPayment(cookies, buyOrder, 100_000);
    const back = await pageText();
    expect(back).toContain('Pago devuelto: $ 120.000');
    expect(back).toContain('Qué sigue Devolvimos el pago.');
    expect(back).not.toContain('Recibimos tu pago');
  });

  test('names the sum of all payments due, and nothing of other requests', async () => {
    const one = { email: publicBody.email, leadId: id };
    const first = await requestPayment(cookies, one);
    await requestPayment(cookies, { ...one, amount: 5000, open: 'keep' });
    expect(titleOf(await page())).toBe('Falta pagar $ 50.000');
    await payAsGuest(webpay, first);
    expect(titleOf(await page())).toBe('Falta pagar $ 5.000');
    await send(publicBody);
    expect(await pageText()).not.toContain('Pago recibido');
  });
});

describe('an issued guarantee on the request page', () => {
  const ahead = { validFrom: '2036-12-01', validTo: '2037-03-01' };

  test('stands below the heading, and says when it begins', async () => {
    await moveRequest(id, 'aprobada');
    await sendConditions(cookies, id);
    await acceptConditions(token, 1);
    const difference = { differenceReason: 'El mandante lo aceptó así.' };
    await recordIssued(cookies, id, { ...ahead, ...difference });
    const html = await page();
    expect(titleOf(html)).toBe('Tu garantía está lista');
    expect(headOf(html)).toContain('Revisa que tu garantía diga');
    expect(html).toMatch(/<a (?=[^>]*href="\/garantia\/)[^>]*btn-primary[^>]*>Ver tu garantía</);
    expect(textOf(html)).toContain('Garantía N.º 1 emitida');
    expect(html).not.toMatch(/<p class="font-semibold wrap-anywhere">Emitida</);
    expect(html.indexOf('id="garantias"')).toBeLessThan(html.indexOf('id="condiciones"'));
    const link = /href="\/garantia\/([^"]+)"/.exec(html)?.[1] ?? '';
    const own = await renderPage(LinkedGuaranteePage, { token: decodeURIComponent(link) });
    for (const shown of [textOf(html), textOf(own)]) {
      expect(shown).toContain('Por empezar');
      expect(shown).toContain('Empieza el 01-12-2036 y vence el 01-03-2037.');
      expect(shown).not.toMatch(/Vigente\b/);
    }
  });

  test('is named in the plural if two were issued', async () => {
    await send(twoOf);
    await moveRequest(id, 'aprobada');
    await recordIssued(cookies, id);
    expect(titleOf(await page())).not.toContain('listas');
    await recordIssued(cookies, id, second);
    const html = await page();
    expect(titleOf(html)).toBe('Tus garantías están listas');
    expect(headOf(html)).toContain('Revisa que tus garantías digan');
  });

  test('is named in the plural, on the page and by mail, if only the CRM said that two were issued', async () => {
    await send(twoOf);
    await admin.deliver();
    await moveRequest(id, 'emitida');
    expect(titleOf(await page())).toBe('Tus garantías fueron emitidas');
    admin.world.advance(60_000);
    await admin.deliver();
    expect(admin.toApplicant().at(-1)?.subject).toMatch(
      /^Tus garantías fueron emitidas: solicitud/,
    );
  });
});

test('the home page sends documents to the request page, which does not promise a single guarantee', async () => {
  const home = textOf(await renderPage(async () => HomePage(), {}));
  expect(home).toContain('Para agregar un documento, súbelo en la página de tu solicitud.');
  expect(await pageText()).not.toContain('te enviamos la garantía');
});
