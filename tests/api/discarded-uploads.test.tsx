import { beforeEach, expect, test } from 'vitest';
import CategorizePage from '#app/panel/documentos/ordenar/page.tsx';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { uploadUncategorized } from '#tests/support/uncategorized-uploads.ts';
import { documentRows } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

const pdf = (name = 'a.pdf') => ({ bytes: samples.pdf, name });
const rowOf = async (id: string) => (await documentRows()).find((row) => row.id === id);

test('an upload says that a document to replace has expired', async () => {
  const past = { expiresAt: endOfDay('2026-01-12'), countedFrom: 'typed' } as const;
  await insertDocument(ana.id, { category: 'e_rut', fileName: 'viejo.pdf', ...past });
  const name = 'e-rut.pdf';
  await uploadUncategorized(ana.cookies, [{ bytes: pdf().bytes, name }]);
  expect(textOf(await renderPage(CategorizePage, {}))).toContain(
    'viejo.pdf, que venció el 12-01-2026',
  );
});

test('uploads can be discarded one by one, and brought back for a minute', async () => {
  const [one = '', two = ''] = await uploadUncategorized(ana.cookies, [pdf(), pdf('b.pdf')]);
  const act = (form: Record<string, string>, { cookies } = ana) =>
    postForm('/panel/documentos/ordenar/guardar', { form, cookies });
  const eva = await makeUser({ email: 'eva@otra.cl' });
  await act({ descartar: one }, eva);
  expect(await rowOf(one)).toMatchObject({ state: 'kept' });
  expect(redirectOf(await act({ descartar: one }))).toContain(`?descartado=${one}`);
  expect(await rowOf(one)).toMatchObject({ state: 'deleted' });
  expect(await rowOf(two)).toMatchObject({ state: 'kept' });
  browseAs(ana.cookies);
  const html = await renderPage(CategorizePage, {}, { descartado: one });
  expect(html).toContain('Descartaste');
  await act({ recuperar: one }, eva);
  expect(await rowOf(one)).toMatchObject({ state: 'deleted' });
  await act({ recuperar: one });
  expect(await rowOf(one)).toMatchObject({ state: 'kept', category: 'por_ordenar' });
  await act({ descartar: one });
  world.advance(61_000);
  await act({ recuperar: one });
  expect(await rowOf(one)).toMatchObject({ state: 'deleted' });
});
