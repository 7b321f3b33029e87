import { beforeEach, describe, expect, test } from 'vitest';
import PersonPage from '#app/admin/personas/page.tsx';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import SharePage from '#app/panel/documentos/compartir/page.tsx';
import OrderPage from '#app/panel/documentos/ordenar/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { createShare, openSharePage } from '#tests/support/shares.ts';
import { createDocument } from '#tests/support/synthetic-documents/reading-score.ts';
import { uploadUnsorted, waitForReads } from '#tests/support/unsorted-uploads.ts';
import { documentRows, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const category = 'certificado_f30' as const;
const newDocument = () => createDocument(category);
const rowOf = async (id: string) => (await documentRows()).find((row) => row.id === id);

let ana: Member;
let own: string;
beforeEach(async () => {
  ana = await makeUser({ role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
  const expiresAt = endOfDay(addDays(isoDay(world.now()), 25));
  own = await insertDocument(ana.id, { category, fileName: 'propio.pdf', expiresAt });
});

async function arrived() {
  const [id = ''] = await uploadUnsorted(ana.cookies, [
    { bytes: (await newDocument()).bytes, name: 'ajeno.pdf' },
  ]);
  await waitForReads(ana.id);
  return id;
}

const place = (id: string, fields: Record<string, string>) =>
  postForm('/panel/documentos/ordenar/guardar', {
    form: Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [`doc.${id}.${key}`, value]),
    ),
    cookies: ana.cookies,
  });
const selected = (html: string, id: string) =>
  new RegExp(`name="doc\\.${id}\\.category".*?<option value="(\\w*)"[^>]* selected`, 's').exec(
    html,
  )?.[1];

describe('a document that states the RUT of somebody else', () => {
  test('is proposed as another kind, and one with the own RUT as its kind', async () => {
    const id = await arrived();
    const html = await renderPage(OrderPage, {});
    expect(selected(html, id)).toBe('otros');
    expect(textOf(html)).not.toContain('reemplaza a propio.pdf');
    const { rut = '' } = await newDocument();
    const eva = await makeUser({
      email: 'eva@otra.cl',
      role: 'juridica',
      rut: formatRut(rut),
      razonSocial: 'Otra SpA',
    });
    const [hers = ''] = await uploadUnsorted(eva.cookies, [
      { bytes: (await newDocument()).bytes, name: 'a.pdf' },
    ]);
    await waitForReads(eva.id);
    browseAs(eva.cookies);
    expect(selected(await renderPage(OrderPage, {}), hers)).toBe(category);
  });

  test('replaces nothing, is marked, and is not preselected for a link', async () => {
    const id = await arrived();
    await place(id, { category });
    expect(await rowOf(own)).toMatchObject({ state: 'kept' });
    expect(await rowOf(id)).toMatchObject({ state: 'kept', category, replaced: null });
    const page = textOf(await renderPage(CategoryPage, { categoria: category }));
    expect(page).toContain('ajeno.pdf De otro RUT ');
    expect(page).toContain('propio.pdf Vigente');
    const fileId = (await rowOf(id))?.fileId;
    const sharing = await renderPage(SharePage, {});
    expect(sharing).toMatch(new RegExp(`name="doc-${(await rowOf(own))?.fileId}"[^>]* checked`));
    expect(sharing).not.toMatch(new RegExp(`name="doc-${fileId}"[^>]* checked`));
    expect(sharing).toContain('es de otro RUT, ');
    const listed = await api('/api/documents/profile?type=documents', { cookies: ana.cookies });
    expect((await listed.json())[category].id).toBe(own);
  });

  test('is marked for the team among the documents of its account', async () => {
    const id = await arrived();
    await place(id, { category });
    browseAs((await makeAdvisor()).cookies);
    const text = textOf(await renderPage(PersonPage, {}, { q: ana.email }));
    expect(text).toContain(`De otro RUT: ${formatRut((await newDocument()).rut ?? '')}`);
    expect(text.match(/De otro RUT/g)).toHaveLength(1);
    expect(text).toContain('Vigente');
  });

  test('does not make the folder complete when it is the only one of its kind', async () => {
    const upToDate = async () =>
      /(\d+) de \d+ al día/.exec(textOf(await renderPage(VaultPage, {})))?.[1];
    await postForm(`/panel/documentos/${category}/eliminar`, {
      form: { category, documentId: own },
      cookies: ana.cookies,
    });
    const id = await arrived();
    const before = await upToDate();
    await place(id, { category, expiresAt: addDays(isoDay(world.now()), 25) });
    expect(await upToDate()).toBe(before);
    expect(textOf(await renderPage(VaultPage, {}))).toContain(
      'es de otro RUT y no cuenta como tuyo.',
    );
  });

  test.each([
    [
      'when it is ordered',
      (id: string) => place(id, { category, own: 'true', undatedAs: category }),
    ],
    [
      'later on its page',
      async (id: string) => {
        await place(id, { category });
        const path = `/panel/documentos/${category}/editar`;
        return postForm(path, { form: { id, own: 'true' }, cookies: ana.cookies });
      },
    ],
  ])('replaces the earlier document once its owner claims it %s', async (_, claim) => {
    const id = await arrived();
    await claim(id);
    expect(await rowOf(own)).toMatchObject({ state: 'former', formerOf: id });
    expect((await listVault(ana.id)).map(({ otherRut }) => otherRut)).toEqual([null]);
  });

  test('takes the kind that was read once its owner claims it, without choosing it', async () => {
    const id = await arrived();
    const html = await renderPage(OrderPage, {});
    expect(html).toContain(`name="doc.${id}.own" value="asRead"`);
    expect(textOf(html)).toContain(
      'Lo guardamos como Certificado de antecedentes laborales (F30), si no eliges otro arriba.',
    );
    await place(id, { category: 'otros', own: 'asRead', undatedAs: category });
    expect(await rowOf(id)).toMatchObject({ category, customTitle: null });
    expect(await rowOf(own)).toMatchObject({ state: 'former', formerOf: id });
  });

  test('stays another kind if its owner claims it and chose that with scripts', async () => {
    const id = await arrived();
    await place(id, { category: 'otros', own: 'true' });
    expect(await rowOf(id)).toMatchObject({ category: 'otros' });
    expect(await rowOf(own)).toMatchObject({ state: 'kept' });
  });

  test('gives back the place that it took before it was read, also in an open link', async () => {
    const fileId = (await rowOf(own))?.fileId ?? '';
    const newShare = await (
      await createShare(ana, { documentKey: fileId, recipients: 'Banco' })
    ).json();
    const other = await createDocument(category);
    const { id } = await uploadToVault(ana.cookies, category, {
      bytes: other.bytes,
      name: 'ajeno.pdf',
    });
    await readDocumentsWithin(await listVault(ana.id), 60_000);
    expect(await rowOf(own)).toMatchObject({ state: 'kept', formerOf: null });
    expect(await rowOf(id)).toMatchObject({ state: 'kept', replaced: null });
    const page = textOf(
      await renderPage(CategoryPage, { categoria: category }, { aviso: 'subido' }),
    );
    expect(page).toContain('propio.pdf Vigente');
    const opened = await (await openSharePage(newShare.shortUrl)).text();
    expect(opened).toContain('propio.pdf');
    expect(opened).not.toContain('ajeno.pdf');
  });
});
