import { beforeEach, describe, expect, test } from 'vitest';
import IssuePage, { generateMetadata } from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { approvedRequest, issuedFacts, recordIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { type Cookies, hiddenValue, type Page, sendRecord } from '#tests/support/record-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { pdfOf, textDocument } from '#tests/support/synthetic-documents/document.ts';
import { syntheticWorld } from '#tests/support/synthetic-documents/world.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
beforeEach(async () => {
  ({ id } = await approvedRequest());
});

const typed = { ...issuedFacts, amount: '1.500.000,50' };
const own = { holder: '76.123.456-0', beneficiary: '69.265.000-K', amount: '$ 1.500.000,50' };
const foreign = { holder: '77.777.777-7', beneficiary: '60.805.000-0', amount: 'UF 500' };

const policy = (of: typeof own) => {
  const text = `# PÓLIZA DE SEGURO DE GARANTÍA
      Póliza N° > PZ-20261-88
      Compañía aseguradora: > Aseguradora Andes S.A.
      RUT tomador > ${of.holder}
      RUT beneficiario > ${of.beneficiary}
      Monto asegurado > ${of.amount}
      Vigencia desde el 1 de diciembre de 2026 hasta el 1 de marzo de 2027`;
  return pdfOf(textDocument(syntheticWorld(1), {}, text));
};

const record = (fields: Cookies, file?: Buffer) =>
  sendRecord(
    `/admin/leads/${id}/emision/0/guardar`,
    (query) => renderPage(IssuePage, { id: `${id}`, item: '0' }, query),
    admin.ana.cookies,
    fields,
    file,
  );

const records = () => getDb().read.select().from(issuedGuarantees);

describe('the document of an issued guarantee', { timeout: 200_000 }, () => {
  test('that is of another company is recorded only after a second press with a reason', async () => {
    const { html } = await record(typed, await policy(foreign));
    const text = textOf(html);
    expect(text).toContain('RUT del tomador: El documento dice 77.777.777-7.');
    expect(text).toContain('RUT del beneficiario: El documento dice 60.805.000-0.');
    expect(text).toContain('Monto: El documento dice 500.');
    expect(text).toContain('Moneda: El documento dice UF.');
    expect(text).not.toContain('Número del documento: El documento');
    expect(await records()).toHaveLength(0);
    const again = {
      ...typed,
      documentId: hiddenValue(html, 'documentId'),
      comparado: hiddenValue(html, 'comparado'),
    };
    const other = await record({ ...again, beneficiaryRut: '61.000.000-0' });
    expect(other.place).toContain('error=');
    expect((await record(again)).place).toContain('error=');
    const explained = { ...again, differenceReason: 'Lo pidió el mandante.' };
    expect((await record(explained)).place).toContain('aviso=registrada');
    expect(await records()).toHaveLength(1);
  });

  test('has all differences from document and request asked about at once, so that two presses record it', async () => {
    const { holderName: _, ...rest } = typed;
    const first = await record({ ...rest, validTo: '2027-02-01' }, await policy(foreign));
    const text = textOf(first.html);
    expect(text).toContain('RUT del tomador: El documento dice 77.777.777-7.');
    expect(text).toContain('Tomador: Completa este dato.');
    const shorter = { ...typed, validTo: '2027-02-01' };
    const same = await record(shorter, await policy(own));
    expect(textOf(same.html)).toContain('Rige hasta: El documento dice 01-03-2027.');
    expect(same.html).toContain('href="#differenceReason"');
    const again = {
      ...shorter,
      differenceReason: 'Lo pidió el mandante.',
      documentId: hiddenValue(same.html, 'documentId'),
      comparado: hiddenValue(same.html, 'comparado'),
    };
    expect((await record(again)).place).toContain('aviso=registrada');
  });

  test('has its differences listed again by each press that fails for another reason', async () => {
    const says = 'RUT del tomador: El documento dice 77.777.777-7.';
    const listed = (html: string) => textOf(html).includes(says);
    const wrong = { ...typed, holderName: ' ' };
    const first = await record(wrong, await policy(foreign));
    expect(listed(first.html)).toBe(true);
    const stored = ({ html }: { html: string }) => ({
      documentId: hiddenValue(html, 'documentId'),
      comparado: hiddenValue(html, 'comparado'),
    });
    const second = await record({ ...wrong, ...stored(first) });
    expect(textOf(second.html)).toContain('Escribe el nombre del tomador.');
    expect(listed(second.html)).toBe(true);
    const shorter = { ...typed, validTo: '2027-02-01' };
    const unexplained = await record({ ...shorter, ...stored(second) });
    const third = await record({ ...shorter, ...stored(unexplained) });
    expect(hiddenValue(third.html, 'comparado')).not.toBe('');
    expect(textOf(third.html)).toContain('Por qué difiere');
    expect(listed(third.html)).toBe(true);
    // A confirmation of other differences than the present ones confirms nothing.
    const stale = { ...typed, ...stored(third), comparado: stored(first).comparado };
    const other = await record({ ...stale, holderRut: '61.000.000-0' });
    expect(textOf(other.html)).toMatch(/RUT del tomador: .+ El documento dice 77\.777\.777-7\./);
    expect(await records()).toHaveLength(0);
    const explained = { ...shorter, differenceReason: 'Lo pidió el mandante.' };
    expect((await record({ ...explained, ...stored(third) })).place).toContain('aviso=registrada');
  });

  test('that has another kind, instrument or holder is said to differ, to advisors and companies', async () => {
    const document = await pdfOf(
      textDocument(
        syntheticWorld(1),
        {},
        `# BOLETA DE GARANTÍA
        Boleta N° > ${typed.issuerNumber}
        Tomador: > Otra Constructora Limitada
        RUT tomador > ${own.holder}
        RUT beneficiario > ${own.beneficiary}
        Monto de la garantía > ${own.amount}
        Vigencia desde el 1 de diciembre de 2026 hasta el 1 de marzo de 2027
        Glosa: PARA GARANTIZAR la seriedad de la oferta, 4809-45-LE26.`,
      ),
    );
    const differing = { ...typed, type: 'cumplimiento', instrument: 'poliza' };
    const says = [
      'Tipo: El documento dice Seriedad de la oferta.',
      'Documento: El documento dice Boleta de garantía.',
      'Tomador: El documento dice Otra Constructora Limitada.',
    ];
    const { html } = await record(differing, document);
    for (const words of says) expect(textOf(html)).toContain(words);
    expect(await records()).toHaveLength(0);
    const { cookies } = await makeUser({ role: 'juridica', razonSocial: 'Andes SpA' });
    const page: Page = (query) => renderPage(NewGuaranteePage, {}, query);
    const path = '/panel/garantias/nueva/guardar';
    const mine = await sendRecord(path, page, cookies, differing, document);
    for (const words of says) expect(textOf(mine.html)).toContain(words);
    const right = { ...typed, type: 'seriedad', instrument: 'boleta' };
    const same = await record({ ...right, holderName: 'OTRA CONSTRUCTORA LIMITADA' }, document);
    expect(textOf(same.html)).not.toContain('El documento dice');
  });

  test('that says the same as the form is recorded at once', async () => {
    expect((await record(typed, await policy(own))).place).toContain('aviso=registrada');
  });

  test('fills in empty fields, which are shown before anything is recorded', async () => {
    const { html, place } = await record(
      { ...typed, issuerName: '', issuerNumber: '' },
      await policy(own),
    );
    expect(place).toContain('error=validation_failed');
    expect(hiddenValue(html, 'documentId')).not.toBe('');
    expect(html).toMatch(/name="issuerNumber"[^>]*value="PZ-20261-88"/);
    expect(html).toMatch(/name="issuerName"[^>]*value="Aseguradora Andes S.A."/);
    expect(await records()).toHaveLength(0);
  });

  test('can be read by a button of its own, before anything is recorded', async () => {
    const { html } = await record({ ...typed, issuerNumber: '', leer: 'si' }, await policy(own));
    expect(textOf(html)).toContain('Completamos lo que leímos en el documento.');
    const searchParams = Promise.resolve({ error: 'validation_failed' });
    expect(await generateMetadata({ searchParams })).toEqual({ title: 'Registrar emisión' });
    expect(html).toMatch(/name="issuerNumber"[^>]*value="PZ-20261-88"/);
  });

  test('replaces what the request filled in, and all its differences from the request are listed', async () => {
    browseAs(admin.ana.cookies);
    const pageHtml = await renderPage(IssuePage, { id: `${id}`, item: '0' });
    const begun: Cookies = {};
    for (const [, name = '', value = ''] of pageHtml.matchAll(
      /name="(\w+)"[^>]*? value="([^"]+)"/g,
    )) {
      if (name in typed && !['instrument', 'type', 'currency'].includes(name)) begun[name] = value;
    }
    expect(begun).toMatchObject({ amount: '1.500.000,50', holderRut: '76.123.456-0' });
    const rest = { type: typed.type, instrument: typed.instrument, currency: 'pesos', leer: 'si' };
    const document = await policy({ ...own, holder: '77.777.777-7', amount: '$ 9.000.000' });
    const { html } = await record({ ...begun, ...rest }, document);
    expect(html).toMatch(/name="amount"[^>]*value="9.000.000"/);
    expect(html).toMatch(/name="holderRut"[^>]*value="77.777.777-7"/);
    // The paper names no holder, and the requester's name must not stand beside another RUT.
    expect(begun.holderName).toBe('Constructora Andes SpA');
    expect(html).toMatch(/name="holderName"[^>]*value=""/);
    expect(textOf(html)).toContain('No leímos Tomador: escríbelo.');
    expect(textOf(html)).not.toContain('presiona otra vez');
    expect(textOf(html)).toContain('No dice lo mismo que la solicitud');
  });

  test.each([
    ['holderName', 'RUT tomador', 'Tomador', 'Constructora Otra Limitada'],
    ['beneficiaryName', 'RUT beneficiario', 'Beneficiario', 'Municipalidad de Rancagua'],
  ])('with another %s but no readable RUT is said to differ', async (name, line, label, other) => {
    const rut = line === 'RUT tomador' ? 'holderRut' : 'beneficiaryRut';
    const begun = { ...typed, issuerNumber: '', leer: 'si', [name]: other, [rut]: '' };
    const { html } = await record(
      begun,
      await policy({ ...own, [rut === 'holderRut' ? 'holder' : 'beneficiary']: 'ilegible' }),
    );
    expect(textOf(html)).toMatch(
      new RegExp(`No dice lo mismo que la solicitud .*${label}: .*${other}`),
    );
  });

  test('replaces the issuer that was filled in from another guarantee of the request', async () => {
    const [first] = publicBody.garantias;
    const { id: lead } = await approvedRequest({ ...publicBody, garantias: [first, first] });
    await recordIssued(admin.ana.cookies, lead, { issuerName: 'Banco Andes', issuerNumber: 'B-1' });
    const page: Page = (query) => renderPage(IssuePage, { id: `${lead}`, item: '1' }, query);
    browseAs(admin.ana.cookies);
    expect(await page({})).toMatch(/name="issuerName"[^>]*value="Banco Andes"/);
    const path = `/admin/leads/${lead}/emision/1/guardar` as const;
    const begun = { ...typed, issuerName: 'Banco Andes', issuerNumber: '', leer: 'si' };
    const { html } = await sendRecord(path, page, admin.ana.cookies, begun, await policy(own));
    expect(html).toMatch(/name="issuerName"[^>]*value="Aseguradora Andes S.A."/);
    expect(textOf(html)).not.toContain('presiona otra vez');
  });

  test('is also compared when a company records its own guarantee', async () => {
    const eva = await makeUser({
      role: 'juridica',
      rut: '76.123.456-0',
      razonSocial: 'Andes SpA',
    });
    const page: Page = (query) => renderPage(NewGuaranteePage, {}, query);
    const path = '/panel/garantias/nueva/guardar';
    const whole = { ...typed, amount: '1.500.000' };
    const { html } = await sendRecord(path, page, eva.cookies, whole, await policy(foreign));
    expect(textOf(html)).toContain('RUT del tomador: El documento dice 77.777.777-7.');
    expect(await records()).toHaveLength(0);
    const again = {
      ...whole,
      subido: hiddenValue(html, 'subido'),
      comparado: hiddenValue(html, 'comparado'),
    };
    expect((await sendRecord(path, page, eva.cookies, again)).place).toContain('aviso=registrada');
    const unreadable = { ...whole, leer: 'si' };
    const broken = await sendRecord(path, page, eva.cookies, unreadable, Buffer.from('x'));
    expect(textOf(broken.html)).toContain('El archivo no es un PDF');
  });
});
