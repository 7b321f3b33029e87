import { beforeEach, describe, expect, test } from 'vitest';
import IssuePage from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import {
  approvedRequest,
  issuedFacts,
  postIssued,
  readIssued,
  storeIssuedDocument,
} from '#tests/support/issued.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { type Cookies, hiddenValue, sendRecord } from '#tests/support/record-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { pdfOf, textDocument } from '#tests/support/synthetic-documents/document.ts';
import { syntheticWorld } from '#tests/support/synthetic-documents/world.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
const wording = 'Para garantizar la seriedad de la oferta, licitación ID 4809-45-LE26';
let id: number;
beforeEach(async () => {
  const [item] = publicBody.garantias;
  const garantias = [{ ...item, montoGarantia: '1500000', glosaGarantia: wording }];
  ({ id } = await approvedRequest({ ...publicBody, garantias }));
});

/** The lines of a policy that says what was requested. */
const says = {
  heading: '# PÓLIZA DE SEGURO DE GARANTÍA',
  number: 'Póliza N° > PZ-20261-88',
  issuer: 'Compañía aseguradora: > Aseguradora Andes S.A.',
  holder: 'Tomador: > Constructora Andes SpA',
  holderRut: 'RUT tomador > 76.123.456-0',
  beneficiaryRut: 'RUT beneficiario > 69.265.000-K',
  amount: 'Monto asegurado > $ 1.500.000',
  term: 'Vigencia desde el 1 de diciembre de 2026 hasta el 1 de marzo de 2027',
  ...{ glosa: `Glosa: ${wording}`, issued: 'Fecha de emisión: 28-11-2026' },
};
const policy = (changes: object = {}) =>
  pdfOf(textDocument(syntheticWorld(1), {}, Object.values({ ...says, ...changes }).join('\n')));

const record = (fields: Cookies, file?: Buffer) =>
  sendRecord(
    `/admin/leads/${id}/emision/0/guardar`,
    (query) => renderPage(IssuePage, { id: `${id}`, item: '0' }, query),
    admin.ana.cookies,
    fields,
    file,
  );

/** The form as it begins: with what the request says. */
const begun = {
  ...issuedFacts,
  ...{ amount: '1.500.000', validFrom: '01-12-2026', validTo: '01-03-2027' },
  ...{ beneficiaryName: 'Municipalidad de Mostazal', glosa: wording },
  ...{ issuerName: '', issuerNumber: '' },
};

/** Returns the values of the form that a page shows. */
function shownForm(html: string): Cookies {
  const chosen = (name: string) =>
    new RegExp(`<select[^>]*name="${name}".*?value="([^"]*)" selected`, 's').exec(html)?.[1] ?? '';
  const typed = Object.keys(begun).map((name) => [name, hiddenOrTyped(html, name)]);
  const unit = /name="currency"[^>]*checked=""[^>]*value="(\w+)"|value="(\w+)"[^>]*checked/.exec(
    html,
  );
  return {
    ...Object.fromEntries(typed),
    ...{ type: chosen('type'), instrument: chosen('instrument') },
    currency: unit?.[1] ?? unit?.[2] ?? '',
    documentId: hiddenValue(html, 'documentId'),
  };
}

const hiddenOrTyped = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"|name="${name}"[^>]*>([^<]*)</textarea>`)
    .exec(html)
    ?.slice(1)
    .find((value) => value !== undefined) ?? '';

const read = async (document: Buffer) => (await record({ ...begun, leer: 'si' }, document)).html;
const records = () => getDb().read.select().from(issuedGuarantees);
const DIFFERS = 'No dice lo mismo que la solicitud';

describe('a guarantee read from a document', { timeout: 200_000 }, () => {
  test.each([
    [
      'tender',
      { glosa: 'Glosa: Para garantizar la seriedad de la oferta, licitación ID 2678-1-LR25' },
      'Licitación: pidió 4809-45-LE26, dice 2678-1-LR25',
    ],
    [
      'shorter term',
      { term: 'Vigencia desde el 5 de diciembre de 2026 hasta el 1 de febrero de 2027' },
      'Rige desde: pidió 01-12-2026, dice 05-12-2026 Rige hasta: pidió 01-03-2027, dice 01-02-2027',
    ],
    [
      'beneficiary',
      { beneficiaryRut: 'RUT beneficiario > 60.805.000-0' },
      'RUT del beneficiario: pidió 69.265.000-K, dice 60.805.000-0',
    ],
    [
      'amount, currency and kind',
      {
        amount: 'Monto asegurado > UF 500',
        heading: '# PÓLIZA DE SEGURO DE GARANTÍA\nFiel cumplimiento del contrato',
        glosa: '',
      },
      'Tipo: pidió Seriedad de la oferta, dice Fiel cumplimiento Monto: pidió $ 1.500.000, dice UF 500',
    ],
  ])(
    'is listed where its %s differs from the request, and is not recorded without a reason',
    async (_, changes, text) => {
      const html = await read(await policy(changes));
      expect(textOf(html)).toContain(DIFFERS);
      expect(textOf(html)).toContain(text);
      const form = { ...shownForm(html), beneficiaryName: 'Municipalidad de Mostazal' };
      const refused = await record(form);
      expect(refused.place).toContain('error=validation_failed');
      expect(textOf(refused.html)).toContain(text);
      expect(refused.html).toContain('href="#differenceReason"');
      expect(await records()).toEqual([]);
      const explained = await record({ ...form, differenceReason: 'Así lo aceptó el mandante.' });
      expect(explained.place).toContain('aviso=registrada');
      const [{ id: guarantee = '' } = {}] = await records();
      const { events } = await readIssued(admin.ana.cookies, guarantee);
      expect(events[0].text.replaceAll('\n', ' ')).toContain(text);
    },
  );

  test('is recorded at once when it says the same in another spelling', async () => {
    const glosa = `GLOSA: PARA GARANTIZAR la Seriedad de la oferta. Licitacion ID 4809-45-LE26.`;
    const html = await read(await policy({ glosa }));
    expect(textOf(html)).not.toContain(DIFFERS);
    expect(textOf(html)).not.toContain('No leímos Glosa');
    expect((await record(shownForm(html))).place).toContain('aviso=registrada');
    expect(await records()).toMatchObject([{ glosa: glosa.slice('GLOSA: '.length) }]);
  });

  test('names the fields that were not read and stay as requested', async () => {
    const html = await read(await policy({ glosa: 'Glosa según bases' }));
    expect(textOf(html)).toContain(
      'No leímos Tipo ni Beneficiario ni Glosa ni Licitación: quedó lo de la solicitud, compáralo.',
    );
  });

  test('has its differences listed even if another field must still be typed', async () => {
    const html = await read(await policy({ number: '', amount: 'Monto asegurado > $ 9.000.000' }));
    expect(textOf(html)).toContain('Monto: pidió $ 1.500.000, dice $ 9.000.000');
  });
});

test.each([
  ['Póliza de garantía N.º 99887', '99887'],
  ['Póliza de garantía N.º 12345-6', '12345-6'],
])('a typed number that differs from the document must be confirmed: %s', async (number, read) => {
  const typed = { ...begun, issuerName: 'Aseguradora Andes S.A.', issuerNumber: 'PZ-77' };
  const { html } = await record(typed, await policy({ number }));
  expect(textOf(html)).toContain(`Número del documento: El documento dice ${read}.`);
  expect(await records()).toEqual([]);
});

test('a typed wording that differs from the document must be confirmed', async () => {
  const typed = { ...begun, issuerName: 'Aseguradora Andes S.A.', issuerNumber: 'PZ-20261-88' };
  const glosa = 'Glosa: Para responder por la oferta de la licitación 4809-45-LE26';
  const { html } = await record(typed, await policy({ glosa }));
  expect(textOf(html)).toContain(
    'Glosa: El documento dice «Para responder por la oferta de la licitación 4809-45-LE26».',
  );
  expect(await records()).toEqual([]);
});

describe('a policy of another company', { timeout: 200_000 }, () => {
  const foreign = {
    issuer: 'Compañía aseguradora: > Seguros Otra S.A.',
    holder: 'Tomador: > Constructora Otra Limitada',
    holderRut: 'RUT tomador > 77.777.777-7',
    amount: 'Monto asegurado > $ 9.999.999',
    term: 'Vigencia desde el 5 de diciembre de 2026 hasta el 31 de enero de 2027',
    glosa: 'Glosa: Para garantizar la seriedad de la oferta, licitación ID 2678-1-LR25.',
  };
  const requested = { ...begun, issuerName: 'Seguros Otra S.A.', issuerNumber: 'PZ-20261-88' };
  const says = [
    'RUT del tomador: pidió 76.123.456-0, el documento dice 77.777.777-7',
    'Monto: pidió $ 1.500.000, el documento dice $ 9.999.999',
    'Rige desde: pidió 01-12-2026, el documento dice 05-12-2026',
    'Rige hasta: pidió 01-03-2027, el documento dice 31-01-2027',
    'Licitación: pidió 4809-45-LE26, el documento dice 2678-1-LR25',
    'Glosa: el documento no menciona 4809-45-LE26',
  ];
  const reason = 'La emitieron a nombre de la matriz.';
  const pressAgain = ({ html }: { html: string }, more: Cookies = {}) =>
    record({
      ...requested,
      documentId: hiddenValue(html, 'documentId'),
      comparado: hiddenValue(html, 'comparado'),
      ...more,
    });

  test('needs a reason, which its record keeps, even when the form has what was requested', async () => {
    const first = await record(requested, await policy(foreign));
    expect(first.html).toContain('href="#differenceReason"');
    for (const text of says) expect(textOf(first.html)).toContain(text);
    const second = await pressAgain(first);
    expect(second.place).toContain('error=validation_failed');
    for (const text of says) expect(textOf(second.html)).toContain(text);
    expect(await records()).toEqual([]);
    expect((await pressAgain(second, { differenceReason: reason })).place).toContain(
      'aviso=registrada',
    );
    const [{ id: guarantee = '' } = {}] = await records();
    const { events } = await readIssued(admin.ana.cookies, guarantee);
    for (const text of [...says, reason]) expect(events[0].text).toContain(text);
  });

  test('needs a reason through the API too', async () => {
    const bytes = Buffer.from(await policy(foreign));
    const documentId = await storeIssuedDocument(admin.ana.cookies, { bytes, name: 'poliza.pdf' });
    const facts = { ...issuedFacts, amount: '1500000', glosa: wording, documentId };
    const refused = await postIssued(admin.ana.cookies, id, facts);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      fields: { differenceReason: expect.stringContaining('diferencias') },
    });
    const fields = { ...facts, differenceReason: reason };
    const explained = await postIssued(admin.ana.cookies, id, fields);
    expect(explained.status).toBe(200);
  });

  test('needs a reason for its holder’s name when the RUT cannot be read', async () => {
    const unread = { holder: foreign.holder, holderRut: 'RUT tomador > ilegible' };
    const second = await pressAgain(await record(requested, await policy(unread)));
    expect(textOf(second.html)).toContain(
      'Tomador: pidió Constructora Andes SpA, el documento dice Constructora Otra Limitada',
    );
    expect(await records()).toEqual([]);
  });

  test('that differs only in its number is recorded by the next press', async () => {
    const other = { issuer: '', number: 'Póliza N° > PZ-9981-1' };
    const first = await record(requested, await policy(other));
    expect(first.place).toContain('error=validation_failed');
    expect(textOf(first.html)).toContain('Número del documento: El documento dice PZ-9981-1.');
    expect((await pressAgain(first)).place).toContain('aviso=registrada');
    const { events } = await readIssued(admin.ana.cookies, (await records())[0]?.id ?? '');
    expect(events[0].text).toMatch(/se anotó .*, el documento dice PZ-9981-1$/);
  });
});
