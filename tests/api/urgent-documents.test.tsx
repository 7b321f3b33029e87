import { beforeEach, expect, test } from 'vitest';
import ActivityPage from '#app/panel/actividad/page.tsx';
import CategoryPage from '#app/panel/documentos/[categoria]/page.tsx';
import VaultPage from '#app/panel/documentos/page.tsx';
import PanelLayout from '#app/panel/layout.tsx';
import PanelHome from '#app/panel/page.tsx';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { documentItems } from '#lib/domain/dashboard/document-items.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { createShare, revokeShare } from '#tests/support/shares.ts';
import { removeDocument, restoreDocument, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const PanelOfHome = async () =>
  PanelLayout({
    params: Promise.resolve({}),
    children: await PanelHome({ params: Promise.resolve({}), searchParams: Promise.resolve({}) }),
  });

const world = worldForTest();
let ana: Member;
beforeEach(async () => {
  ana = await makeUser({ email: 'ana@andes.cl', role: 'juridica', razonSocial: 'Andes SpA' });
  browseAs(ana.cookies);
});

test('menu, panel, folder and mail count documents that need attention by one rule', async () => {
  const ends = { certificado_deuda_tgr: -3, carpeta_tributaria: 5, informe_comercial: 12 };
  const others = { certificado_f30: 25, contrato: 200 };
  const keep = (category: string, days: number, state: 'kept' | 'infected' = 'kept') =>
    insertDocument(ana.id, {
      category,
      state,
      fileName: `${category}${days}.pdf`,
      expiresAt: endOfDay(addDays(isoDay(world.now()), days)),
    });
  for (const [key, days] of Object.entries({ ...ends, ...others })) await keep(key, days);
  // Only the newest document of a series is mentioned.
  await keep('formulario_29', -20);
  await keep('formulario_29', 60);
  await keep('e_rut', 90, 'infected');
  const listed = documentItems(await listVault(ana.id), world.now());
  expect(listed.filter(({ tone }) => tone !== 'calm')).toHaveLength(4);
  const vault = textOf(await renderPage(VaultPage, {}));
  expect(vault).toContain('4 documentos necesitan atención.');
  const panel = textOf(await renderPage(PanelOfHome, {}));
  expect(panel).toContain('Documentos 4 necesitan atención');
  // The button of the menu on phones, which hides the sections.
  expect(panel).toContain('Menú 4 por atender');
  await announceAlerts(world.now());
  const [mail] = await deliverMails();
  // The mail lists the three that end; the infected file is the other one.
  expect(mail?.text).toContain('En tu carpeta, además, 1 documento necesita atención.');
  expect(mail?.text).not.toContain('formulario_29');
});

test('the activity names the documents and links that it is about, as long as they exist', async () => {
  const pdf = { bytes: samples.pdf, name: 'f30.pdf' };
  const { id, fileId } = await uploadToVault(ana.cookies, 'certificado_f30', pdf);
  const newShare = await (
    await createShare(ana, { documentKey: fileId, recipients: 'Banco' })
  ).json();
  await createShare(ana, { documentKey: fileId });
  await revokeShare(ana, newShare.id);
  await removeDocument(ana.cookies, 'certificado_f30', id);
  await restoreDocument(ana.cookies, id);
  const trail = async () => textOf(await renderPage(ActivityPage, {}));
  for (const text of [
    'Subiste un documento: f30.pdf',
    'Compartiste documentos con un enlace: Banco',
    'Compartiste documentos con un enlace: f30.pdf',
    'Cerraste un enlace compartido: Banco',
    'Eliminaste un documento: f30.pdf',
    'Recuperaste un documento: f30.pdf',
  ]) {
    expect(await trail()).toContain(text);
  }
  await removeDocument(ana.cookies, 'certificado_f30', id);
  expect(await trail()).not.toContain('f30.pdf');
});

test('in a category of several documents, an upload can replace one of them', async () => {
  const pdf = (name: string) => ({ bytes: samples.pdf, name });
  const place = { categoria: 'balance_general' };
  expect(await renderPage(CategoryPage, place)).not.toContain('¿Reemplaza a uno');
  const old = await uploadToVault(ana.cookies, place.categoria, pdf('v1.pdf'), {
    issuedAt: '2026-04-30',
  });
  const html = await renderPage(CategoryPage, place);
  expect(textOf(html)).toContain('¿Reemplaza a uno que ya está? (opcional)');
  expect(html).toContain(`<option value="${old.id}">v1.pdf, del 30-04-2026</option>`);
  await uploadToVault(ana.cookies, place.categoria, pdf('v2.pdf'), { replaces: old.id });
  const rows = await listVault(ana.id);
  expect(rows.map(({ fileName }) => fileName)).toEqual(['v2.pdf']);
});

test('the summary of errors names the field', async () => {
  const { id } = await uploadToVault(ana.cookies, 'contrato');
  const form = { id, customTitle: 'Contrato', expiresAt: '2026-02-30' };
  const { cookies } = ana;
  const response = await postForm('/panel/documentos/contrato/editar', { form, cookies });
  browseAs({ ...cookies, ...cookiesOf(response) });
  const page = await renderPage(
    CategoryPage,
    { categoria: 'contrato' },
    { error: 'validation_failed' },
  );
  expect(textOf(page)).toContain('Vence el: Ingresa una fecha real, con día, mes y año.');
});
