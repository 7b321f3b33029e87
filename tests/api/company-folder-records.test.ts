import { expect, test } from 'vitest';
import NewGuaranteePage from '#app/panel/garantias/nueva/page.tsx';
import { companyForTest } from '#tests/support/company-for-test.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { hiddenValue, sendRecord } from '#tests/support/record-form.ts';
import { addDocument } from '#tests/support/shares.ts';
import { pdfOf, textDocument } from '#tests/support/synthetic-documents/document.ts';
import { syntheticWorld } from '#tests/support/synthetic-documents/world.ts';
import { worldForTest } from '#tests/support/world.ts';

const people = companyForTest(worldForTest({ RATE_LIMITS: 'off' }));
const path = '/panel/garantias/nueva/guardar';
const send = (fields: Record<string, string>) =>
  sendRecord(path, (query) => renderPage(NewGuaranteePage, {}, query), people.eva.cookies, fields);

test('a member who records a guarantee from the company’s folder is told what its document says', async () => {
  const text = `# PÓLIZA DE SEGURO DE GARANTÍA
      Póliza N° > PZ-20261-88
      RUT tomador > 77.777.777-7
      Monto asegurado > $ 1.500.000
      Vigencia desde el 1 de diciembre de 2026 hasta el 1 de marzo de 2027`;
  const bytes = await pdfOf(textDocument(syntheticWorld(1), {}, text));
  const row = { category: 'poliza_garantia', fileName: 'Póliza.pdf', bytes };
  const { id: documentId } = await addDocument(people.olga.id, row);
  const fields = { ...issuedFacts, amount: '1.500.000', documentId };
  const { html } = await send(fields);
  expect(textOf(html)).toContain('RUT del tomador: El documento dice 77.777.777-7.');
  const again = { ...fields, comparado: hiddenValue(html, 'comparado') };
  expect((await send(again)).place).toContain('aviso=registrada');
  const { id: foreignId } = await addDocument(people.zoila.id, row);
  expect((await send({ ...again, documentId: foreignId })).place).toContain('error=');
});
