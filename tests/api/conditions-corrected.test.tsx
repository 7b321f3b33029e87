import { describe, expect, test } from 'vitest';
import IssuePage from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { GET as getPdf } from '#app/comprobante/[token]/pdf/route.ts';
import PayPage from '#app/pagar/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { api, call } from '#tests/support/call.ts';
import { acceptConditions, conditionTerms, sendConditions } from '#tests/support/conditions.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { renderedFormFields } from '#tests/support/rendered-forms.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';

const [guarantee] = publicBody.garantias;
const round = { ...guarantee, montoGarantia: '1500000' };
const { world, cookies, request, page } = await requestForTest({
  ...publicBody,
  garantias: [round],
});

const address = (id = request.id) => `/admin/leads/${id}/condiciones`;
const leadPage = async (id = request.id) => {
  browseAs(cookies.admin);
  return renderPage(LeadPage, { id: `${id}` });
};

/** Changes the conditions form of the lead page as it is drawn, and sends it. */
async function correct(changes: Record<string, string>, id = request.id) {
  const renderedFields = renderedFormFields(await leadPage(id), address(id));
  const form = { ...renderedFields, ...conditionTerms, price: '45.000', ...changes };
  return postForm(address(id), { form, cookies: cookies.admin });
}
const guarantees = async (id = 0) =>
  (await getDb().read.select().from(submissions)).at(id)?.answers.garantias;
const read = async () => {
  browseAs({});
  return textOf(await page());
};
/** How a page names the sent amount beside the corrected one. */
const beside = /(?:\(pediste|\(pedido:|, antes) \$ 1\.500\.000/g;
const sentText = async (subject: string) =>
  (await deliverMails()).find((mail) => mail.subject.includes(subject))?.text ?? '';

describe('an amount that the advisor corrects in the conditions', () => {
  test('replaces the amount in pages, mails and receipt, with the requested one beside it', async () => {
    expect(renderedFormFields(await leadPage(), address())).toMatchObject({
      ...{ 'monto-0': '1.500.000', 'desde-0': '2026-12-01', 'hasta-0': '2027-03-01' },
    });
    expect(redirectOf(await correct({ 'monto-0': '540.000' }))).toContain('aviso=condiciones');
    expect(await sentText('Condiciones')).toContain('$ 540.000 (pediste $ 1.500.000), del');
    expect(await read()).toContain('Monto asegurado $ 540.000 (pediste $ 1.500.000)');
    expect(await acceptConditions(request.token, 1)).not.toContain('error');
    browseAs({});
    const html = await page();
    const pay = textOf(await renderPage(PayPage, { token: payLinkOf(html) }));
    for (const text of [pay, await sentText('ya puedes pagar')]) {
      expect(text).toContain('Seriedad de la oferta, $ 540.000');
      expect(text).not.toContain('1.500.000');
    }
    const { token } = request;
    const pdf = await call(getPdf, `/comprobante/${token}/pdf`, { params: { token } });
    const receipt = pdfText(Buffer.from(await pdf.arrayBuffer()));
    expect(receipt).toContain('$ 540.000');
    expect(receipt).toContain('Pediste $ 1.500.000.');
    expect(textOf(html).replaceAll(beside, '')).not.toContain('1.500.000');
  });

  test('is the value with which the issue form begins', async () => {
    await correct({ 'monto-0': '540.000', 'hasta-0': '2027-04-01' });
    await moveRequest(request.id, 'aprobada');
    browseAs(cookies.admin);
    const form = await renderPage(IssuePage, { id: `${request.id}`, item: '0' });
    expect(renderedFormFields(form, `/admin/leads/${request.id}/emision/0/guardar`)).toMatchObject({
      ...{ amount: '540.000', validFrom: '01-12-2026', validTo: '01-04-2027' },
    });
    await recordIssued(cookies.admin, request.id, { amount: '540000', validTo: '2027-04-01' });
    const issued = await read();
    expect(issued).toContain('$ 540.000 Por empezar');
    expect(issued.replaceAll(beside, '')).not.toContain('1.500.000');
  });

  test('is found by search, is audited with old and new values, and is in both histories', async () => {
    await correct({ 'monto-0': '540.000', 'hasta-0': '2027-04-01' });
    const lines = [
      'Monto: $ 540.000, antes $ 1.500.000',
      'Vigencia: 01-12-2026 al 01-04-2027, antes 01-12-2026 al 01-03-2027',
    ];
    for (const text of [await read(), textOf(await leadPage())])
      for (const line of lines) expect(text).toContain(line);
    const trail = await api('/api/admin/audit?action=conditions.sent', { cookies: cookies.admin });
    const [event] = (await trail.json()).data;
    expect(event.detail).toBe(
      `Condiciones, versión 1: $ 45.000, Aseguradora Andes. ${lines.join('. ')}`,
    );
    for (const q of ['540.000', '1.500.000']) {
      const found = await api(`/api/admin/leads?q=${q}`, { cookies: cookies.admin });
      expect((await found.json()).data.leads).toHaveLength(1);
    }
  });

  test('is stored beside the requested one, which the API still names; corrected back, nothing is marked', async () => {
    await correct({ 'monto-0': '540.000' });
    const sent = { montoGarantia: '1500000', vigenciaDesde: '2026-12-01' };
    expect(await guarantees()).toMatchObject([{ montoGarantia: '540000', sent }]);
    await correct({ 'monto-0': '600.000' });
    expect(await guarantees()).toMatchObject([{ montoGarantia: '600000', sent }]);
    const mine = await api('/api/guarantees/mine', { cookies: cookies.payer });
    expect((await mine.json()).data.requests[0].guarantees).toEqual([
      'Seriedad de la oferta, $ 1.500.000',
    ]);
    // Corrected back, nothing is said any more.
    await correct({ 'monto-0': '1.500.000' });
    expect(await guarantees()).toEqual([round]);
    expect(await read()).not.toContain('(pediste');
  });

  test('the first day of a guarantee, when it is corrected, moves the request’s due date', async () => {
    const { dueAt } = await leadOf(request.id);
    await correct({ 'desde-0': '2026-12-05' });
    expect((await leadOf(request.id)).dueAt).toBe((dueAt ?? 0) + 4 * 86_400_000);
  });
});

describe('the guarantee fields in the form of conditions', () => {
  test('that are sent unchanged correct nothing, in any currency', async () => {
    const item = { ...privateBody.garantias[0], montoGarantia: '12.125' };
    const other = { ...item, montoGarantia: '0.5', monedaGarantia: 'USD' };
    const sent = await sendRequest({ ...privateBody, garantias: [item, other] });
    expect(redirectOf(await correct({}, sent.id))).toContain('aviso=condiciones');
    expect(await guarantees(1)).toEqual([item, other]);
    expect(redirectOf(await correct({ 'monto-1': '0,75', price: '46.000' }, sent.id))).toContain(
      'aviso',
    );
    const corrected = await guarantees(1);
    expect(corrected?.map(({ montoGarantia }) => montoGarantia)).toEqual(['12.125', '0.75']);
    expect(corrected?.[0]).not.toHaveProperty('sent');
    expect(textOf(await leadPage(sent.id))).toContain('Monto de la garantía 2: US$ 0,75, antes');
  });

  test.each([
    [{ 'monto-0': 'UF 540' }, 'monto-0', 'en pesos'],
    [{ 'monto-0': 'mucho' }, 'monto-0', 'punto para los miles'],
    [{ 'monto-0': '' }, 'monto-0', 'Ingresa el monto'],
    [{ 'monto-0': '0' }, 'monto-0', 'mayor que cero'],
    [{ 'desde-0': '' }, 'desde-0', 'desde cuándo'],
    [{ 'hasta-0': '2026-11-30' }, 'hasta-0', 'posterior'],
  ])(
    'with %j are refused at that field, and the typed values come back',
    async (typed, name, words) => {
      const refused = await correct(typed);
      expect(redirectOf(refused)).toContain('error=validation_failed');
      expect(valuesKeptAfterRefusal(refused)?.fields).toEqual({
        [name]: expect.stringContaining(words),
      });
      expect(valuesKeptAfterRefusal(refused)?.values).toMatchObject(typed);
      expect(await eventsOf(request.id)).toEqual([]);
      expect(await guarantees()).toEqual([round]);
    },
  );

  test('are optional in the API, must match the number of guarantees, and alone make a new version', async () => {
    const { montoGarantia, vigenciaDesde, vigenciaHasta } = round;
    const first = { montoGarantia, vigenciaDesde, vigenciaHasta };
    expect(await sendConditions(cookies.admin, request.id, { garantias: [first, first] })).toBe(
      400,
    );
    expect(await sendConditions(cookies.admin, request.id, { garantias: [] })).toBe(400);
    expect(await sendConditions(cookies.admin, request.id)).toBe(200);
    const cut = { ...first, montoGarantia: '540000' };
    expect(await sendConditions(cookies.admin, request.id, { garantias: [cut] })).toBe(200);
    world.advance(1000);
    // A correction alone is a new version; the same again is none.
    expect(await sendConditions(cookies.admin, request.id, { garantias: [cut] })).toBe(200);
    const versions = (await eventsOf(request.id)).filter(({ kind }) => kind === 'conditions');
    expect(versions).toHaveLength(2);
  });
});
