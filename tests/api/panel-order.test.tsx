import { beforeEach, expect, test } from 'vitest';
import VaultPage from '#app/panel/documentos/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import { UNPLACED } from '#lib/domain/documents/rules.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { putIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { addDocument } from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const ana = forEachTest(() => makeUser());
beforeEach(() => browseAs(ana.cookies));

test('the panel lists files to sort before an expired document', async () => {
  await addDocument(ana.id, { category: 'certificado_f30', expiresAt: world.now() - DAY });
  for (const fileName of ['a.pdf', 'b.pdf']) {
    await addDocument(ana.id, { category: UNPLACED, fileName });
  }
  await sendRequest({ ...publicBody, email: ana.email });
  const text = textOf(await renderPage(PanelHome, {}));
  const positions = [
    'Subiste 2 archivos y falta confirmarlos',
    'Certificado de antecedentes laborales',
  ];
  const [files = 0, ended = 0] = positions.map((title) => text.indexOf(title));
  expect(files).toBeGreaterThan(0);
  expect(ended).toBeGreaterThan(files);
});

test('the folder folds documents that need no act, and counts them', async () => {
  await addDocument(ana.id, { category: 'carpeta_tributaria', expiresAt: world.now() + 80 * DAY });
  await addDocument(ana.id, { category: 'certificado_f30', expiresAt: world.now() - DAY });
  const html = await renderPage(VaultPage, {});
  const folds = /<details><summary[^>]*>Ver [^<]*(?:al día|opcional).*?<\/details>/gs;
  const folded = (html.match(folds) ?? []).join('');
  expect(textOf(folded)).toMatch(/Ver 1 por renovar, 1 al día y 1 opcional/);
  expect(folded).toContain('/panel/documentos/carpeta_tributaria"');
  // A document to renew stands above the folds too.
  expect(html.replaceAll(folds, '')).toContain('/panel/documentos/certificado_f30');
});

test('the panel names the guarantee that ends next through all of its last day in Chile', async () => {
  const ends = (validTo: string, email = ana.email) => ({
    ...{ email, validTo, validFrom: '2026-01-01', reported: null },
  });
  const { email } = await makeUser({ email: 'eva@otra.cl' });
  const [, , today, tomorrow] = await putIssued([
    ends('2026-11-20', email),
    ends('2026-11-19'),
    ends('2026-11-20'),
    ends('2026-11-21'),
  ]);
  const named = async () =>
    /La que termina antes.*?N\.º\s(\d+)/.exec(textOf(await renderPage(PanelHome, {})))?.[1];
  expect(await named()).toBe(`${today}`);
  // The day of UTC has changed already at 23:59 in Chile.
  world.advance(12 * HOUR - MINUTE);
  expect(await named()).toBe(`${today}`);
  world.advance(MINUTE);
  expect(await named()).toBe(`${tomorrow}`);
  world.advance(DAY);
  expect(await named()).toBeUndefined();
});
