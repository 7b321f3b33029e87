import { beforeEach, describe, expect, test } from 'vitest';
import ActivityPage from '#app/panel/actividad/page.tsx';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { samples } from '#tests/support/sample-files.ts';
import { type Cookies, company, remove, upload } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const pdf = (name: string) => ({ bytes: samples.pdf, name });
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const shown = async (categoria: string, query = {}) =>
  words(await show(CategoryPage, { categoria }, query));
const activity = async () => words(await show(ActivityPage, {}));

let cookies: Cookies;
beforeEach(async () => {
  cookies = await company();
  askAs(cookies);
});

describe('a document that took the place of another', () => {
  test('says which, when and where: after the upload, on its card, in the activity', async () => {
    await upload(cookies, 'certificado_f30', pdf('junio.pdf'));
    await upload(cookies, 'certificado_f30', pdf('julio.pdf'));
    const done = 'Reemplazaste junio.pdf por julio.pdf';
    expect(await shown('certificado_f30', { aviso: 'subido' })).toContain(`${done}.`);
    expect(words(await show(VaultPage, {}, { aviso: 'subido' }))).toContain(`${done}.`);
    expect(await shown('certificado_f30')).toMatch(/Subido el \d\d-\d\d-\d{4} , en lugar de junio/);
    expect(await activity()).toMatch(new RegExp(`${done} \\d\\d-\\d\\d-\\d{4}`));
  });

  test('says as well when its date has passed already', async () => {
    await upload(cookies, 'certificado_f30', pdf('a.pdf'), { expiresAt: '2020-02-01' });
    expect(await shown('certificado_f30', { aviso: 'subido' })).toContain(
      'Guardamos el documento. Revisa su fecha: venció el 01-02-2020.',
    );
  });

  test('is told of one of several, by its title', async () => {
    const old = await upload(cookies, 'otros', pdf('a.pdf'), { customTitle: 'Patente 2025' });
    const fields = { customTitle: 'Patente 2026', replaces: old.id };
    await upload(cookies, 'otros', pdf('b.pdf'), fields);
    expect(await activity()).toContain('Reemplazaste Patente 2025 por Patente 2026');
  });

  test('is nothing of what was only added, nor of several', async () => {
    await upload(cookies, 'formulario_29', pdf('julio.pdf'));
    await upload(cookies, 'formulario_29', pdf('agosto.pdf'));
    const html = await shown('formulario_29', { aviso: 'subido' });
    expect(html).toContain('Guardamos el documento.');
    expect(html).not.toContain('en lugar de');
    expect(await shown('formulario_29', { aviso: 'subido', n: '2' })).toContain('Guardamos 2');
  });

  test('is named for as long as it is there: the trail keeps no name', async () => {
    await upload(cookies, 'certificado_f30', pdf('junio.pdf'));
    const { id } = await upload(cookies, 'certificado_f30', pdf('julio.pdf'));
    await remove(cookies, 'certificado_f30', id);
    expect(await activity()).toContain('Reemplazaste un documento');
    expect(await activity()).not.toContain('junio.pdf');
    const trail = JSON.stringify(await getDb().read.select().from(auditEvents));
    expect(trail).not.toMatch(/junio|julio/);
  });
});
