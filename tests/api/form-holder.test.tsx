import { beforeEach, expect, test } from 'vitest';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import DeletePage from '#app/panel/eliminar-cuenta/page.tsx';
import SecurityPage from '#app/panel/seguridad/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import {
  andesCompany,
  guaranteeDocumentCategories,
  joinCompany,
  postCompanyForm,
  sessionRole,
  switchCompany,
} from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { uploadForm, uploadToVault } from '#tests/support/vault.ts';
import { errorsOf, reachReview } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

test('a form, upload or download from a page of another account holder does nothing and asks for whom to act', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  await switchCompany(ana.cookies, '');
  const of = `?titular=${ana.id}`;
  const deletion = await postForm(`/panel/eliminar-cuenta/confirmar${of}`, {
    form: {},
    cookies: ana.cookies,
  });
  expect(redirectOf(deletion)).toBe(
    `/panel/cambiar?de=${ana.id}&next=${encodeURIComponent('/panel/eliminar-cuenta?error=other_holder')}`,
  );
  expect(await sessionRole(beto.cookies)).toBe('juridica');

  const body = uploadForm({ category: 'contrato' });
  const uploaded = await postForm(`/panel/documentos/contrato/subir${of}`, {
    body,
    cookies: ana.cookies,
  });
  expect(redirectOf(uploaded)).toContain('/panel/cambiar?');
  expect(await guaranteeDocumentCategories(ana.cookies)).toEqual([]);

  // Scripts send to the API, and links download from it.
  const sent = await api(`/api/documents/upload${of}`, {
    ...{ method: 'POST', body: uploadForm({ category: 'contrato' }), cookies: ana.cookies },
  });
  expect([sent.status, (await sent.json()).error]).toEqual([409, 'other_holder']);
  expect(await guaranteeDocumentCategories(ana.cookies)).toEqual([]);
  for (const path of [`folder${of}`, `download${of}&key=x`]) {
    const headers = { accept: 'text/html' };
    const file = await api(`/api/documents/${path}`, { headers, cookies: ana.cookies });
    expect(redirectOf(file)).toBe(`/panel/cambiar?de=${ana.id}`);
  }
  // Guests may send the wizard, and a signed-in person does so for somebody.
  const wizard = await postForm(`/gestiona-tu-garantia/enviar${of}`, {
    form: { acepto: 'true' },
    cookies: ana.cookies,
  });
  expect(redirectOf(wizard)).toContain(`/panel/cambiar?de=${ana.id}`);

  const choice = { company: ana.id, next: '/panel/documentos/contrato' };
  const back = await postForm('/panel/cambiar/actuar', { form: choice, cookies: ana.cookies });
  expect(redirectOf(back)).toBe('/panel/documentos/contrato');
  const wayThere = await postForm(`/panel/documentos/contrato/subir${of}`, {
    body: uploadForm({ category: 'contrato' }),
    cookies: ana.cookies,
  });
  expect(redirectOf(wayThere)).toContain('aviso=subido');
  // The person's own choices are saved from any page.
  const mails = await postForm('/panel/documentos/avisos/correo?titular=former', {
    form: { activar: 'no' },
    cookies: ana.cookies,
  });
  expect(redirectOf(mails)).not.toContain('other_holder');
});

test('a removed member acts alone, and a page of the company that is still open asks for whom to act', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  await postCompanyForm(ana.cookies, 'quitar', { person: beto.personId });
  const late = await postForm(`/panel/documentos/contrato/subir?titular=${ana.id}`, {
    body: uploadForm({ category: 'contrato' }),
    cookies: beto.cookies,
  });
  expect(redirectOf(late)).toContain(`/panel/cambiar?de=${ana.id}`);
  expect(await sessionRole(beto.cookies)).toBe('natural');
  expect(await guaranteeDocumentCategories(ana.cookies)).toEqual([]);
});

test('the page that deletes an account names each company that is deleted with it', async () => {
  await uploadToVault(ana.cookies, 'contrato');
  await switchCompany(ana.cookies, '');
  browseAs(ana.cookies);
  const alone = textOf(await renderPage(DeletePage, {}));
  expect(alone).toMatch(/Se elimina la empresa Andes SpA.*con su carpeta: 1 documento/);
  await switchCompany(ana.cookies, ana.id);
  await joinCompany(ana, 'beto@andes.cl', 'owner');
  await switchCompany(ana.cookies, '');
  browseAs(ana.cookies);
  expect(textOf(await renderPage(DeletePage, {}))).not.toContain('Se elimina la empresa');
});

test('a member who may not delete the company is told who may', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  browseAs(beto.cookies);
  expect(textOf(await renderPage(DeletePage, {}))).toContain(
    'Solo quien administra la empresa puede eliminarla.',
  );
});

test('a member who lacks a demanded second factor can still leave the company', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  await getDb().write((tx) => tx.update(accounts).set({ requiresFactor: true }));
  browseAs(beto.cookies);
  const html = await renderPage(SecurityPage, {});
  expect(html).toContain('action="/panel/empresa/salir"');
  const left = await postForm('/panel/empresa/salir', {
    form: { company: ana.id },
    cookies: beto.cookies,
  });
  expect(redirectOf(left)).toBe('/panel?aviso=salida');
});

test('the activity page of a company names the member who sent a request', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const json = { ...publicBody, email: beto.email };
  expect((await api('/api/guarantees/public', { json, cookies: beto.cookies })).status).toBe(200);
  browseAs(ana.cookies);
  expect(textOf(await renderPage(ActivityPage, {}))).toContain('beto envió una solicitud');
});

test('a document of the company leaves a draft when its sender no longer acts for the company', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const document = await uploadToVault(ana.cookies, 'contrato');
  const who = await reachReview();
  Object.assign(who.cookies, beto.cookies);
  await who.attach('adicional', { carpeta: document.id });
  expect((await who.draft())?.answers.adicional).toMatchObject({ holderId: ana.id });
  await postCompanyForm(ana.cookies, 'quitar', { person: beto.personId });
  expect(await who.send()).toContain('/documentos');
  expect((await who.draft())?.answers.adicional).toBeUndefined();
  expect((await errorsOf(who))?.adicional).toContain('es de la carpeta de otra cuenta');
});

test('an invalid account holder in an address leads to the page that asks for one, and breaks no header', async () => {
  const odd = `?titular=${encodeURIComponent('\r\nñ漢&next=//x')}`;
  const body = uploadForm({ category: 'contrato' });
  const form = await postForm(`/panel/documentos/contrato/subir${odd}`, {
    body,
    cookies: ana.cookies,
  });
  expect(form.status).toBe(303);
  expect(new URL(redirectOf(form), 'http://x').searchParams.getAll('next')).toEqual([
    '/panel/documentos/contrato?error=other_holder',
  ]);
  const headers = { accept: 'text/html' };
  const zip = await api(`/api/documents/folder${odd}`, { headers, cookies: ana.cookies });
  expect([zip.status, redirectOf(zip)]).toEqual([
    303,
    expect.stringMatching(/^\/panel\/cambiar\?de=/),
  ]);
});

test('a reader can neither attach a document of the company nor begin a request in its name', async () => {
  const document = await uploadToVault(ana.cookies, 'contrato');
  const rosa = await joinCompany(ana, 'rosa@andes.cl', 'reader');
  const who = await reachReview();
  Object.assign(who.cookies, rosa.cookies);
  await who.attach('adicional', { carpeta: document.id });
  expect((await errorsOf(who))?.adicional).toContain('solo puedes ver');
  expect((await who.draft())?.answers.adicional).toBeUndefined();
  expect(await stepPage(who, 'documentos')).not.toContain(document.id);
  // A new draft fills in the reader, and not the company.
  browseAs(rosa.cookies);
  const first = await renderPage(StepPage, { paso: 'contacto' }, { licitacion: '1057-3-LE26' });
  expect(first).toContain('value="rosa@andes.cl"');
  expect(first).not.toContain('Andes SpA');
});

test('a document of the company leaves the draft of a member who has become a reader', async () => {
  const luis = await joinCompany(ana, 'luis@andes.cl');
  const document = await uploadToVault(ana.cookies, 'contrato');
  const who = await reachReview();
  Object.assign(who.cookies, luis.cookies);
  await who.attach('adicional', { carpeta: document.id });
  expect((await who.draft())?.answers.adicional).toMatchObject({ holderId: ana.id });
  await postCompanyForm(ana.cookies, 'rol', { person: luis.personId, role: 'reader' });
  expect(await who.send()).toContain('/documentos');
  expect((await who.draft())?.answers.adicional).toBeUndefined();
});

test('deleting a company leaves its member signed in as a person, who is told by one mail', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  await postForm('/panel/eliminar-cuenta/confirmar', { form: {}, cookies: ana.cookies });
  expect(await sessionRole(beto.cookies)).toBe('natural');
  const mails = (await deliverMails()).filter(({ to }) => to === beto.email);
  expect(mails.at(-1)?.subject).toContain('Se eliminó Andes SpA');
  expect(
    (await deliverMails()).filter(({ subject }) => subject.includes('Se eliminó')),
  ).toHaveLength(1);
});
