import { expect, test } from 'vitest';
import ExtensionPage from '#app/panel/garantias/[id]/nuevo-plazo/page.tsx';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { readIssued, recordOwnIssued } from '#tests/support/issued.ts';
import { ownGuaranteesForTest, policyPdf } from '#tests/support/own-guarantees.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { pdfOf, textDocument } from '#tests/support/synthetic-documents/document.ts';
import { syntheticWorld } from '#tests/support/synthetic-documents/world.ts';
import { uploadForm } from '#tests/support/vault.ts';

const panel = ownGuaranteesForTest();
const { own, list, seen } = panel;
const first = (id: string) => readIssued(panel.ana.cookies, id);

async function send(
  id: string,
  fields: Record<string, string>,
  file: typeof policyPdf | null = null,
  who = panel.ana,
) {
  const path = `/panel/garantias/${id}/nuevo-plazo/guardar`;
  const body = uploadForm(fields, file);
  const response = await postForm(path, { body, cookies: who.cookies });
  browseAs({ ...who.cookies, ...cookiesOf(response) });
  const place = response.headers.get('location') ?? '';
  return { place, id: /garantias\/([\w-]{22})\?aviso=extendida/.exec(place)?.[1] ?? '' };
}

test('an extension got elsewhere changes only end, number and document, and replaces the former guarantee once', async () => {
  const { id } = await own();
  const before = await first(id);
  expect(await seen(id)).toContain(`/panel/garantias/${id}/nuevo-plazo`);
  const form = await renderPage(ExtensionPage, { id });
  expect(form).toMatch(/name="validFrom"[^>]*value="\d\d-\d\d-\d{4}"/);
  const after = await send(id, { validTo: '30-6-28', issuerNumber: 'END-7' }, policyPdf);
  expect(await first(after.id)).toMatchObject({
    ...{ state: 'vigente', issuerNumber: 'END-7', validTo: '2028-06-30', predecessorId: id },
    ...{ beneficiaryName: before.beneficiaryName, amount: before.amount, type: before.type },
    document: { fileName: 'Póliza.pdf' },
    note: null,
  });
  expect(await first(id)).toMatchObject({ state: 'prorrogada', successorId: after.id });
  const [notices] = (await first(after.id)).events;
  expect(notices.text).toBe(
    `Prorroga o reemplaza la garantía ${formatRequestNumber(before.number)}.`,
  );
  const page = textOf(await seen(after.id, { aviso: 'extendida' }));
  expect(page).toContain('Anotamos el nuevo plazo.');
  expect(page).toContain('al 30-06-2028');
  expect(await list()).toContain('30-06-2028');
  // A second press finds it done.
  expect((await send(id, { validTo: '30-6-28' })).place).toContain('error=conflict');
});

test.each([
  ['', 'PZ-1, prórroga hasta 30-06-2028'],
  ['pz 1', 'PZ-1, prórroga hasta 30-06-2028'],
])(
  'an extension that keeps the number (%j) is told apart by its new end',
  async (issuerNumber, shown) => {
    const { id } = await own({ issuerNumber: 'PZ-1' });
    const after = await send(id, { validTo: '30-06-2028', issuerNumber });
    expect((await first(after.id)).issuerNumber).toBe(shown);
  },
);

test.each([
  [{ validTo: '' }, 'validTo'],
  [{ validTo: '01-01-2026' }, 'validTo'],
  [{ validTo: '30-06-2028', amount: 'mucho' }, 'amount'],
])(
  'an extension with %j is refused at its field, and the guarantee stays in force',
  async (fields, name) => {
    const { id } = await own();
    const { place } = await send(id, fields);
    expect(place).toContain('error=validation_failed');
    const form = await renderPage(ExtensionPage, { id }, { error: 'validation_failed' });
    expect(form).toContain(`id="${name}-error"`);
    expect((await first(id)).state).toBe('vigente');
  },
);

test.each([
  ['28-02-2027', false],
  ['01-03-2027', true],
  ['02-03-2027', true],
])(
  'an extension until %s of a guarantee until 01-03-2027 is accepted: %s',
  async (validTo, isTaken) => {
    const { id } = await own();
    const { place } = await send(id, { validTo, issuerNumber: 'END-7', validFrom: '02-12-2026' });
    expect(place.includes('aviso=extendida')).toBe(isTaken);
  },
);

test('an extension of another account’s guarantee is refused', async () => {
  const { id } = await own();
  const eva = await makeUser({ email: 'eva@otra.cl' });
  expect((await send(id, { validTo: '30-06-2028' }, null, eva)).place).toContain('error=not_found');
  expect((await first(id)).state).toBe('vigente');
});

test('the history of an extension names the member of the company who recorded it', async () => {
  const owner = await makeUser({ email: 'duena@andes.cl', ...andesCompany });
  const luis = await joinCompany(owner, 'luis@andes.cl');
  const { id } = await recordOwnIssued(owner.cookies);
  const after = await send(id, { validTo: '30-06-2028' }, null, luis);
  expect(textOf(await seen(after.id))).toMatch(/Registrada[^·]*· luis/);
});

test('an uploaded endorsement fills in its own number, which pages and searches show beside the guarantee’s', async () => {
  const { id } = await own({ issuerNumber: 'PZ-20261', amount: '1500000' });
  const bytes = await pdfOf(
    textDocument(
      syntheticWorld(1),
      {},
      `# ENDOSO DE PRÓRROGA
      Endoso N° 3 de la Póliza de seguro de garantía N° PZ-20261
      Se prorroga la vigencia de la póliza hasta el 30 de junio de 2028.`,
    ),
  );
  await send(id, { validTo: '' }, { bytes, name: 'Endoso.pdf' });
  const form = await renderPage(ExtensionPage, { id }, { error: 'validation_failed' });
  expect(form).toMatch(/name="issuerNumber"[^>]*value="PZ-20261, endoso N.º 3"/);
  const after = await send(id, { validTo: '30-06-2028', issuerNumber: 'PZ-20261, endoso N.º 3' });
  expect(textOf(await seen(after.id))).toContain('Endoso o prórroga endoso N.º 3');
  const listed = textOf(await list());
  expect(listed).toContain('PZ-20261 · endoso N.º 3, para');
  expect(listed).toContain('reemplazada por la N.º 2');
  for (const query of [{ q: '30-06-2028' }, { q: 'junio 2028' }, { state: 'por_empezar' }]) {
    expect(await list(query)).toContain('endoso N.º 3');
  }
  for (const query of [{ q: '29-06-2028' }, { q: 'mayo 2028' }, { state: 'cobrada_en_parte' }]) {
    expect(await list(query)).not.toContain('endoso N.º 3');
  }
});

const endorsement = (lines: string) => pdfOf(textDocument(syntheticWorld(1), {}, lines));

test.each([
  `# ENDOSO DE PRÓRROGA
      Endoso N° 3 de la Póliza de seguro de garantía N° PZ-1
      Compañía aseguradora: > Aseguradora Andes S.A.
      Monto asegurado > $ 1.500.000
      Se prorroga la vigencia de la póliza hasta el 30 de junio de 2028.`,
  `# ENDOSO
      Póliza N° > PZ-1
      Fecha de emisión > 20 de noviembre de 2026
      Por el presente endoso se prorroga la vigencia hasta el 30 de junio de 2028.`,
  `# PÓLIZA DE SEGURO DE GARANTÍA
      Póliza N° > PZ-1
      Compañía aseguradora: > Aseguradora Andes S.A.
      Monto asegurado > $ 1.500.000
      Vigencia desde el 1 de diciembre de 2026 hasta el 30 de junio de 2028`,
])(
  'an uploaded endorsement fills in the new end when none was typed',
  { timeout: 60_000 },
  async (lines) => {
    const { id } = await own({ issuerNumber: 'PZ-1', amount: '1500000' });
    const bytes = await endorsement(lines);
    const { place } = await send(id, { validTo: '' }, { bytes, name: 'Endoso.pdf' });
    expect(place).toContain('error=validation_failed');
    const form = await renderPage(ExtensionPage, { id }, { error: 'validation_failed' });
    expect(textOf(form)).toContain('Completamos lo que leímos');
    expect(form).toMatch(/name="validTo"[^>]*value="30-06-2028"/);
  },
);

test('an uploaded document raises no question about facts for which the form has no field', async () => {
  const { id } = await own({ issuerNumber: 'PZ-1', amount: '1500000', instrument: 'boleta' });
  const bytes = await endorsement(`# PÓLIZA DE SEGURO DE GARANTÍA
      Póliza N° > PZ-1
      Compañía aseguradora: > Aseguradora Andes S.A.
      Monto asegurado > $ 1.500.000
      Vigencia desde el 1 de diciembre de 2026 hasta el 30 de junio de 2028`);
  await send(id, { validTo: '' }, { bytes, name: 'Póliza.pdf' });
  const form = textOf(await renderPage(ExtensionPage, { id }, { error: 'validation_failed' }));
  expect(form).toContain('Completamos lo que leímos');
  expect(form).not.toContain('presiona otra vez');
});
