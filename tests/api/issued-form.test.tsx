import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteePage from '#app/admin/garantias/[id]/page.tsx';
import IssuePage from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { approvedRequest, issuedFacts, moveRequest, recordIssued } from '#tests/support/issued.ts';
import { leadOf } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea({ MAX_UPLOAD_MB: '1' }));
let id: number;
beforeEach(async () => {
  const [item] = publicBody.garantias;
  const second = { ...item, tipoGarantia: 'anticipo', montoGarantia: '100' };
  ({ id } = await approvedRequest({ ...publicBody, garantias: [item, second] }));
  browseAs(admin.ana.cookies);
});

/** Facts as people type them. */
const typed = {
  ...issuedFacts,
  amount: '$ 1.500.000,50',
  validFrom: '01/12/2026',
  validTo: '1 de marzo de 2027',
};
const pdf: { bytes: Buffer; name: string } = { bytes: samples.pdf, name: 'Póliza.pdf' };

async function send(
  changes: object = {},
  { item = 0, file = pdf, cookies = admin.ana.cookies } = {},
) {
  const body = new FormData();
  const fields: Record<string, string> = { ...typed, ...changes };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new File([new Uint8Array(file.bytes)], file.name));
  const path = `/admin/leads/${id}/emision/${item}/guardar?lista=q%3Dana`;
  const response = await postForm(path, { body, cookies });
  const { formulario = '' } = cookiesOf(response);
  return {
    place: response.headers.get('location') ?? '',
    formulario,
    flash: parseFlash(formulario),
  };
}

/** Returns the page that a refusal leads to. */
function shown({ place, formulario }: Awaited<ReturnType<typeof send>>, item = 0) {
  browseAs({ ...admin.ana.cookies, formulario });
  const query = Object.fromEntries(new URL(place, 'http://x').searchParams);
  return renderPage(IssuePage, { id: `${id}`, item: `${item}` }, query);
}

const records = () => getDb().read.select().from(issuedGuarantees);

describe('the form that records an issued guarantee', () => {
  test('begins with what was requested', async () => {
    const page = await renderPage(IssuePage, { id: `${id}`, item: '0' });
    for (const begun of ['1.500.000,50', '01-12-2026', '76.123.456-0', '4809-45-LE26']) {
      expect(page).toContain(`value="${begun}"`);
    }
    expect(page).toContain('Para garantizar la seriedad de la oferta</textarea>');
    expect(page).not.toContain('differenceReason');
    for (const name of ['issuerName', 'validTo', 'glosa']) {
      expect(page).toMatch(new RegExp(`<(input|textarea)[^>]*data-keep-typed[^>]*name="${name}"`));
    }
  });

  test('accepts facts as people type them, goes back to the request and ends it with the last record', async () => {
    expect((await send()).place).toBe(`/admin/leads/${id}?aviso=registrada&lista=q%3Dana#emision`);
    expect(await records()).toMatchObject([
      { amount: '1500000.50', validFrom: '2026-12-01', validTo: '2027-03-01', item: 0 },
    ]);
    const page = await renderPage(LeadPage, { id: `${id}` }, { aviso: 'registrada' });
    expect(page).toContain('1 de 2 emitidas');
    expect(page).toContain('Registraste la emisión');
    expect(page).toContain(`/admin/leads/${id}/emision/1`);
    expect((await leadOf(id)).state).toBe('aprobada');
    await send({ type: 'anticipo', amount: '100', issuerNumber: 'PZ-2' }, { item: 1 });
    expect((await leadOf(id)).state).toBe('emitida');
  });

  test('does not reopen a request that was already marked as issued', async () => {
    admin.world.advance(1000);
    await moveRequest(id, 'emitida');
    await send();
    expect((await leadOf(id)).state).toBe('emitida');
    expect(await renderPage(LeadPage, { id: `${id}` })).toContain('1 de 2 emitidas');
  });

  test('lists differences from the request, and accepts them with a reason and the kept file', async () => {
    const refused = await send({ amount: '1.400.000', validTo: '01-02-2027' });
    expect(refused.flash?.fields.differenceReason).toContain('diferencias');
    const page = await shown(refused);
    expect(page).toContain('Rige hasta: pidió 01-03-2027, dice 01-02-2027');
    expect(page).toContain('Monto: pidió $ 1.500.000,50, dice $ 1.400.000');
    expect(page).toContain('Póliza.pdf');
    expect(await records()).toEqual([]);
    expect(page).toContain(`value="${refused.flash?.values.documentId}"`);
    await getDb().client.execute("update uploads set verdict = 'infected'");
    expect(await shown(refused)).not.toContain('Póliza.pdf');
    await getDb().client.execute("update uploads set verdict = 'clean'");
    const body = { ...refused.flash?.values, differenceReason: 'Así lo emitieron.' };
    const none = { bytes: Buffer.alloc(0), name: '' };
    expect((await send(body, { file: none })).place).toContain('aviso=registrada');
    const [{ id: guarantee = '' } = {}] = await records();
    const own = await renderPage(GuaranteePage, { id: guarantee });
    expect(own).toContain('Así lo emitieron.');
    expect(own).toContain('pidió 01-03-2027, dice 01-02-2027');
  });

  test.each([
    ['a RUT that fails its digit', { holderRut: '76.123.456-1' }, 'holderRut'],
    ['an end before the start', { validTo: '30-11-2026' }, 'validTo'],
    ['an amount that is none', { amount: 'un millón' }, 'amount'],
    ['no issuer', { issuerName: '' }, 'issuerName'],
  ])('keeps everything that was typed and the file when it has %s', async (_, changes, field) => {
    const { flash, place } = await send(changes);
    expect(place).toBe(`/admin/leads/${id}/emision/0?lista=q%3Dana&error=validation_failed`);
    expect(Object.keys(flash?.fields ?? {})).toEqual([field]);
    const { documentId, ...values } = flash?.values ?? {};
    expect(values).toEqual({ ...typed, ...changes });
    expect(documentId).toMatch(/^[\w-]{20,}$/);
  });

  test.each([
    ['that is no document', { bytes: Buffer.from('hola'), name: 'Póliza.pdf' }],
    ['of another kind', { bytes: samples.docx, name: 'Póliza.docx' }],
    [
      'that is too large',
      { bytes: Buffer.concat([samples.pdf, Buffer.alloc(2e6)]), name: 'a.pdf' },
    ],
    ['without bytes', { bytes: Buffer.alloc(0), name: '' }],
  ])('keeps everything that was typed when the file is one %s', async (_, file) => {
    const { flash } = await send({}, { file });
    expect(Object.keys(flash?.fields ?? {})).toEqual(['file']);
    expect(flash?.values).toEqual(typed);
    expect(await records()).toEqual([]);
  });

  test('keeps what was typed when the session has ended', async () => {
    const { flash, place } = await send({}, { cookies: { service_session: 'x' } });
    expect(place).toContain('error=no_session');
    expect(flash?.values).toEqual(typed);
  });

  test('sent twice at once records one guarantee, and leads the other sender to it', async () => {
    const both = await Promise.all([send(), send({ issuerNumber: 'PZ-2' })]);
    const lost = both.find(({ place }) => place.includes('error=conflict'));
    const [{ id: guarantee, ...rest } = {}, ...more] = await records();
    expect(more).toEqual([]);
    expect(rest).toMatchObject({ item: 0 });
    const page = await shown(lost ?? (await send()));
    expect(page).toContain(`href="/admin/garantias/${guarantee}"`);
    expect(page).not.toContain('Registrar emisión</button>');
  });

  test('leads to the existing record with the same issuer and number', async () => {
    const { id: guarantee } = await recordIssued(admin.ana.cookies, id);
    const refused = await send({ type: 'anticipo', amount: '100' }, { item: 1 });
    const page = await shown(refused, 1);
    expect(page).toContain('Ya hay un registro con este emisor y este número');
    expect(page).toContain(`href="/admin/garantias/${guarantee}"`);
    expect(page).toContain('value="PZ-20261-88"');
  });

  test('is closed until the request is approved, and does not exist for guarantees that were not requested', async () => {
    admin.world.advance(1000);
    await moveRequest(id, 'en_revision');
    expect(await renderPage(IssuePage, { id: `${id}`, item: '0' })).toContain('Primero aprueba');
    await expect(renderPage(IssuePage, { id: `${id}`, item: '2' })).rejects.toThrow();
    await expect(renderPage(IssuePage, { id: `${id}`, item: 'x' })).rejects.toThrow();
  });
});

describe('the advisor’s page of a guarantee', () => {
  let guarantee: string;
  beforeEach(async () => {
    const facts = { note: 'Original en la caja fuerte', validFrom: '2026-11-20' };
    const reason = { differenceReason: 'Rige antes.' };
    guarantee = (await recordIssued(admin.ana.cookies, id, { ...facts, ...reason })).id;
  });

  const page = (query = {}) => renderPage(GuaranteePage, { id: guarantee }, query);
  const tell = async (event: Record<string, string>, clave = 'una') =>
    (
      await postForm(`/admin/garantias/${guarantee}/evento`, {
        form: { clave, ...event },
        cookies: admin.ana.cookies,
      })
    ).headers.get('location');

  test('shows all its facts, and records the look in the audit trail once an hour', async () => {
    const shownText = await page();
    for (const text of [
      'PZ-20261-88',
      '76.123.456-0',
      'Original en la caja fuerte',
      'Registrada',
    ]) {
      expect(shownText).toContain(text);
    }
    expect(shownText).toContain(`/api/guarantees/issued/${guarantee}/document`);
    await page();
    const looks = await getDb().read.select().from(auditEvents);
    const own = looks.filter(({ action }) => action === 'guarantee.seen-by-team');
    expect(own).toMatchObject([{ subject: 'guarantee:1', actor: admin.ana.id }]);
    await expect(renderPage(GuaranteePage, { id: 'x'.repeat(22) })).rejects.toThrow();
  });

  test('records each event once, with amounts and days as typed, and refuses impossible ones', async () => {
    expect(await page()).not.toContain('<form method="post" action="/admin/garantias');
    expect(await page({ dice: 'cobrada' })).toContain('name="amount"');
    const part = { kind: 'cobrada', cuanto: 'parte' };
    const claim = { ...part, amount: '500.000', on: '20-11-2026', text: 'Por atraso' };
    const place = `/admin/garantias/${guarantee}?aviso=cobrada#historia`;
    expect(await tell(claim)).toBe(place);
    expect(await tell(claim)).toBe(place);
    const pageText = await page({ aviso: 'cobrada' });
    expect(pageText).toContain('Anotamos el cobro');
    expect(pageText.match(/Cobrada el 20-11-2026/g)).toHaveLength(1);
    expect(pageText).toContain('$ 500.000');
    expect(await tell({ kind: 'entregada' }, 'otra')).toContain('error=conflict');
    expect(await tell({ ...part, amount: '1.000.001' }, 'otra')).toContain(
      'error=validation_failed',
    );
    expect(await tell({ kind: 'devuelta' }, 'otra')).toContain('aviso=devuelta');
    const ended = await page();
    expect(ended).toContain('No se devolvió');
    expect(ended).not.toMatch(/Se (entregó|cobró|devolvió|prorrogó)</);
  });

  test('offers the guarantees that may replace it, and asks for confirmation before annulling it', async () => {
    expect(await page({ dice: 'prorrogada' })).toContain('Registra primero');
    const next = { item: 1, type: 'anticipo', amount: '100', issuerNumber: 'PZ-2' };
    const { id: successorId } = await recordIssued(admin.ana.cookies, id, next);
    expect(await page({ dice: 'prorrogada' })).toContain(`value="${successorId}"`);
    expect(await page({ dice: 'anulada' })).toContain('¿La anulas?');
    await tell({ kind: 'prorrogada', successorId });
    expect(await page()).toContain(`href="/admin/garantias/${successorId}"`);
  });
});
