import { beforeEach, describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { createShare, downloadDocument, openShare } from '#tests/support/shares.ts';
import { countStoredFiles } from '#tests/support/upload-client.ts';
import {
  type Cookies,
  documentRows,
  makeCompany,
  readProfile,
  removeDocument,
  restoreDocument,
  uploadToVault,
} from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const pdf = (name: string) => ({ bytes: samples.pdf, name });
const shown = async (categoria: string, query = {}) =>
  textOf(await renderPage(CategoryPage, { categoria }, query));
const activity = async () => textOf(await renderPage(ActivityPage, {}));

let cookies: Cookies;
beforeEach(async () => {
  cookies = await makeCompany();
  browseAs(cookies);
});

describe('a document that replaced another', () => {
  test('names the replaced one after the upload, on its card and in the activity', async () => {
    await uploadToVault(cookies, 'certificado_f30', pdf('junio.pdf'));
    await uploadToVault(cookies, 'certificado_f30', pdf('julio.pdf'));
    const done = 'Reemplazaste junio.pdf por julio.pdf';
    expect(await shown('certificado_f30', { aviso: 'subido' })).toContain(`${done}.`);
    expect(textOf(await renderPage(VaultPage, {}, { aviso: 'subido' }))).toContain(`${done}.`);
    expect(await shown('certificado_f30')).toMatch(/Subido el \d\d-\d\d-\d{4}, en lugar de junio/);
    expect(await activity()).toMatch(new RegExp(`${done} \\d\\d-\\d\\d-\\d{4}`));
  });

  test('says after the upload that its expiry has passed', async () => {
    await uploadToVault(cookies, 'certificado_f30', pdf('a.pdf'), { expiresAt: '2020-02-01' });
    expect(await shown('certificado_f30', { aviso: 'subido' })).toContain(
      'Guardamos el documento. Revisa su fecha: venció el 01-02-2020.',
    );
  });

  test('of several in a category is named by its title in the activity', async () => {
    const old = await uploadToVault(cookies, 'otros', pdf('a.pdf'), {
      customTitle: 'Patente 2025',
    });
    const fields = { customTitle: 'Patente 2026', replaces: old.id };
    await uploadToVault(cookies, 'otros', pdf('b.pdf'), fields);
    expect(await activity()).toContain('Reemplazaste Patente 2025 por Patente 2026');
  });

  test('and the replaced one have their names in the audit trail while they are stored', async () => {
    await uploadToVault(cookies, 'certificado_f30', pdf('junio.pdf'));
    await uploadToVault(cookies, 'certificado_f30', pdf('julio.pdf'));
    const other = await uploadToVault(cookies, 'contrato', pdf('Obra.pdf'));
    await removeDocument(cookies, 'contrato', other.id);
    browseAs((await makeAdvisor()).cookies);
    const named = async (action: string) =>
      textOf(await renderPage(TrailPage, {}, { action })).match(/Un documento(?:: \w+\.pdf)?/g);
    expect(await named('document.uploaded')).toEqual(['Un documento', 'Un documento: junio.pdf']);
    expect(await named('document.replaced')).toEqual(['Un documento: julio.pdf']);
  });

  test('is not mentioned when documents were only added', async () => {
    await uploadToVault(cookies, 'formulario_29', pdf('julio.pdf'));
    await uploadToVault(cookies, 'formulario_29', pdf('agosto.pdf'));
    const html = await shown('formulario_29', { aviso: 'subido' });
    expect(html).toContain('Guardamos el documento.');
    expect(html).not.toContain('en lugar de');
    expect(await shown('formulario_29', { aviso: 'subido', n: '2' })).toContain('Guardamos 2');
  });

  test('is named in the activity only while it is stored, and the audit trail keeps no name', async () => {
    await uploadToVault(cookies, 'certificado_f30', pdf('junio.pdf'));
    const { id } = await uploadToVault(cookies, 'certificado_f30', pdf('julio.pdf'));
    await removeDocument(cookies, 'certificado_f30', id);
    world.advance(MINUTE);
    await sweepDocuments(world.now());
    expect(await activity()).toContain('Reemplazaste un documento');
    expect(await activity()).not.toContain('junio.pdf');
    const trail = JSON.stringify(await getDb().read.select().from(auditEvents));
    expect(trail).not.toMatch(/junio|julio/);
  });
});

describe('a former version of a document', () => {
  const put = (name: string, fields = {}, category = 'certificado_f30') =>
    uploadToVault(
      cookies,
      category,
      { bytes: Buffer.concat([samples.pdf, Buffer.from(`%${name}`)]), name },
      fields,
    );
  const previous = async () =>
    (await documentRows())
      .filter(({ state, category }) => state === 'former' && category !== 'e_rut')
      .map(({ fileName }) => fileName);
  const files = () => countStoredFiles(world.dataDir).files;

  test('is restored by the undo button, links show it again, and only its owner can open it', async () => {
    const old = await put('junio.pdf');
    const member = { id: '', email: '', cookies };
    const { shareUrl } = await (await createShare(member, { documentKey: old.fileId })).json();
    const token = String(shareUrl).split('/').at(-1) ?? '';
    const next = await put('julio.pdf');
    const sent = async () => String(Buffer.from(await (await openShare(token)).arrayBuffer()));
    expect(await sent()).toMatch(/%julio\.pdf$/);
    // The undo still offers this document after another one was replaced later.
    await put('a.pdf', {}, 'e_rut');
    await put('b.pdf', {}, 'e_rut');
    const page = await renderPage(
      CategoryPage,
      { categoria: 'certificado_f30' },
      { aviso: 'subido' },
    );
    expect(textOf(page)).toMatch(/Deshacer.*junio\.pdf Versión anterior, subida el .*\d B/);
    const [undo] = page.split('>Deshacer<');
    expect(undo?.slice(undo.lastIndexOf('<form'))).toContain(`name="documentId" value="${old.id}"`);
    // Only the owner can open a former version, and it cannot be shared.
    const own = await downloadDocument({ key: old.fileId, inline: '1' }, { cookies });
    expect(String(Buffer.from(await own.arrayBuffer()))).toMatch(/%junio\.pdf$/);
    const other = await makeCompany('otra');
    expect((await downloadDocument({ key: old.fileId }, { cookies: other })).status).toBe(403);
    expect((await restoreDocument(other, old.id)).status).toBe(404);
    expect((await removeDocument(other, 'certificado_f30', old.id)).status).toBe(404);
    expect((await createShare(member, { documentKey: old.fileId })).status).toBe(404);

    const form = { documentId: old.id };
    const pressed = await postForm('/panel/documentos/certificado_f30/recuperar', {
      form,
      cookies,
    });
    expect(pressed.headers.get('location')).toBe(
      '/panel/documentos/certificado_f30?aviso=recuperado',
    );
    expect(await readProfile(cookies, '?type=documents')).toEqual({ certificado_f30: old });
    expect(await sent()).toMatch(/%junio\.pdf$/);
    expect(await previous()).toEqual(['julio.pdf']);
    expect((await restoreDocument(cookies, next.id)).status).toBe(200);
    expect(await previous()).toEqual(['junio.pdf']);
    expect(await activity()).toContain('Reemplazaste junio.pdf por julio.pdf');
    expect(await rowProblems()).toEqual([]);
  });

  test('of one of several documents is restored beside the others', async () => {
    const first = await put('a.pdf', {}, 'contrato');
    world.advance(1000);
    await put('b.pdf', {}, 'contrato');
    const next = await put('c.pdf', { replaces: first.id }, 'contrato');
    await restoreDocument(cookies, first.id);
    const { contrato } = await readProfile(cookies, '?type=guarantees');
    expect(contrato?.map(({ fileName }) => fileName)).toEqual(['b.pdf', 'a.pdf']);
    expect((await restoreDocument(cookies, next.id)).status).toBe(200);
  });

  test('is kept with at most two others, and is deleted with its document or alone', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await put(`${n}.pdf`);
      world.advance(1000);
    }
    expect((await previous()).sort()).toEqual(['3.pdf', '4.pdf', '5.pdf']);
    expect(files()).toBe(4);
    const [third] = (await documentRows()).filter(({ fileName }) => fileName === '3.pdf');
    const gone = await removeDocument(cookies, 'certificado_f30', third?.id);
    expect(await gone.json()).toMatchObject({ data: { restorableUntil: null } });
    expect((await restoreDocument(cookies, third?.id ?? '')).status).toBe(404);
    expect(files()).toBe(3);

    const { certificado_f30: present } = await readProfile(cookies, '?type=documents');
    await removeDocument(cookies, 'certificado_f30');
    await sweepDocuments(world.now());
    await restoreDocument(cookies, present?.id ?? '');
    expect((await previous()).sort()).toEqual(['4.pdf', '5.pdf']);
    await removeDocument(cookies, 'certificado_f30');
    world.advance(MINUTE);
    await sweepDocuments(world.now());
    expect([await documentRows(), files()]).toEqual([[], 0]);
  });

  test('of one document does not push out those of another', async () => {
    for (const n of [1, 2, 3]) await put(`${n}.pdf`);
    for (const n of [4, 5, 6]) await put(`${n}.pdf`, {}, 'carpeta_tributaria');
    const storedRows = (await previous()).map((name) => name[0]).sort();
    expect(storedRows).toEqual(['1', '2', '4', '5']);
  });

  test('is deleted when the vault needs its room', async () => {
    await world.reopen({ VAULT_QUOTA_MB: '1' });
    cookies = await makeCompany();
    const sized = (name: string) => ({
      bytes: Buffer.concat([samples.pdf, Buffer.alloc(400_000)]),
      name,
    });
    await uploadToVault(cookies, 'certificado_f30', sized('uno.pdf'));
    await uploadToVault(cookies, 'certificado_f30', sized('dos.pdf'));
    expect(await previous()).toEqual(['uno.pdf']);
    await uploadToVault(cookies, 'contrato', sized('tres.pdf'));
    expect([await previous(), files()]).toEqual([[], 2]);
  });

  test('is not restored when the vault has no room for it', async () => {
    await world.reopen({ VAULT_QUOTA_MB: '1' });
    cookies = await makeCompany();
    const put = async (category: string, size: number) =>
      uploadToVault(cookies, category, {
        bytes: Buffer.concat([samples.pdf, Buffer.alloc(size)]),
        name: `${size}.pdf`,
      });
    const large = await put('certificado_f30', 600_000);
    await put('certificado_f30', 1000);
    const deleted = await put('contrato', 300_000);
    await removeDocument(cookies, 'contrato', deleted.id);
    // The operator gives less room than there was when the former version was kept.
    getEnv().vault.quotaBytes = 250_000;
    for (const { id } of [large, deleted])
      expect((await restoreDocument(cookies, id)).status).toBe(409);
    getEnv().vault.quotaBytes = 950_000;
    for (const { id } of [large, deleted])
      expect((await restoreDocument(cookies, id)).status).toBe(200);
  });
});
