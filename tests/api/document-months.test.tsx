import { expect, test } from 'vitest';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import { now } from '#lib/platform/process/clock.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

const monthBefore = (n: number) => {
  const today = new Date(now());
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - n, 12));
};
const named = new Intl.DateTimeFormat('es-CL', { month: 'short', timeZone: 'UTC' });

test('the page of a monthly form counts and names the months that are there and those that are missing', async () => {
  const ana = await makeUser({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
  // A form that is presented in a month declares the month before.
  for (const n of [1, 3]) {
    const issuedAt = monthBefore(n).toISOString().slice(0, 10);
    await insertDocument(ana.id, { category: 'formulario_29', issuedAt });
  }
  await insertDocument(ana.id, { category: 'formulario_29', issuedAt: null });
  const page = textOf(await renderPage(CategoryPage, { categoria: 'formulario_29' }));
  expect(page).toContain('2 de 12 meses, y 1 sin fecha');
  const is = (n: number) => new RegExp(`Está ${named.format(monthBefore(n))}`);
  expect(page).toMatch(is(2));
  expect(page).toMatch(is(4));
  expect(page.match(/Está /g)).toHaveLength(2);
  expect(page.match(/Falta /g)).toHaveLength(10);
  expect(page).toMatch(new RegExp(`Falta ${named.format(monthBefore(3))}`));
});
