import { beforeEach, describe, expect, test } from 'vitest';
import InvitationPage from '#app/invitacion/[token]/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import { readWizardValues } from '#lib/domain/accounts/reads/holders.ts';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeUser, signIn } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import {
  acceptInvitation,
  andesCompany,
  guaranteeDocumentCategories,
  invitationPathOf,
  inviteMember,
  joinCompany,
  postCompanyForm,
  sessionRole,
  switchCompany,
} from '#tests/support/companies.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { signedInOf } from '#tests/support/payment-links.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { createShare, openSharePage } from '#tests/support/shares.ts';
import { postUpload, uploadForm, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

type Cookies = Record<string, string>;

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

const send = async (cookies: Cookies | null, body: object) =>
  (await (await api('/api/guarantees/public', { json: body, ...(cookies && { cookies }) })).json())
    .data.submissionId;
const requestsOf = async (cookies: Cookies) =>
  (await (await api('/api/guarantees/mine', { cookies })).json()).data.requests.map(
    (request: { submissionId: number }) => request.submissionId,
  );

describe('an invitation to a company', () => {
  test('is mailed, says who invites and what will be visible, and makes the person a member when accepted', async () => {
    await uploadToVault(ana.cookies, 'contrato');
    const beto = await makeUser({ email: 'beto@andes.cl', name: 'Beto' });
    const nobody = { cookies: ana.cookies, form: { email: '', role: 'member' } };
    const refused = valuesKeptAfterRefusal(await postForm('/panel/empresa/invitar', nobody));
    expect(refused?.fields.email).toBe('Ingresa el correo de la persona.');
    expect((await inviteMember(ana.cookies, 'BETO@andes.cl')).way).toContain('aviso=invitada');
    const [mail] = await deliverMails();
    expect(mail).toMatchObject({
      to: 'beto@andes.cl',
      subject: expect.stringContaining('Andes SpA'),
    });
    const page = await invitationPathOf('beto@andes.cl');
    expect(mail?.text).toContain(page);
    browseAs(beto.cookies);
    const shown = textOf(await renderPage(InvitationPage, { token: page.split('/').at(-1) ?? '' }));
    expect(shown).toContain('ana@andes.cl');
    expect(shown).toContain('Los documentos, garantías, solicitudes y pagos de la empresa');
    expect(await guaranteeDocumentCategories(beto.cookies)).toEqual([]);
    expect(await acceptInvitation(beto.cookies, page)).toBe('/panel?aviso=entrada');
    expect(await sessionRole(beto.cookies)).toBe('juridica');
    expect(await guaranteeDocumentCategories(beto.cookies)).toEqual(['contrato']);
  });

  test('does not work for another account, a second time or after seven days', async () => {
    const [beto, eva] = await Promise.all(
      ['beto@andes.cl', 'eva@otra.cl'].map((email) => makeUser({ email })),
    );
    if (!beto || !eva) throw new Error('two people');
    await inviteMember(ana.cookies, beto.email);
    const page = await invitationPathOf(beto.email);
    expect(await acceptInvitation(eva.cookies, page)).toContain('error=forbidden');
    expect(await sessionRole(eva.cookies)).toBe('natural');
    world.advance(7 * DAY + 1);
    const again = await signIn({ email: beto.email });
    expect(await acceptInvitation(again, page)).toContain('error=invalid_token');
    const owner = await signIn({ email: ana.email });
    await inviteMember(owner, beto.email);
    const fresh = await invitationPathOf(beto.email);
    expect(await acceptInvitation(again, page)).toContain('error=invalid_token');
    expect(await acceptInvitation(again, fresh)).toBe('/panel?aviso=entrada');
    expect(await acceptInvitation(again, fresh)).toContain('error=invalid_token');
    expect((await inviteMember(owner, beto.email)).code).toBe('conflict');
  });

  test('is sent, withdrawn and seen only by owners of the company', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    expect((await inviteMember(beto.cookies, 'eva@otra.cl')).code).toBe('forbidden');
    await inviteMember(ana.cookies, 'eva@otra.cl');
    browseAs(beto.cookies);
    expect(textOf(await renderPage(CompanyPage, {}))).not.toContain('eva@otra.cl');
    browseAs(ana.cookies);
    const html = await renderPage(CompanyPage, {});
    expect(textOf(html)).toContain('eva@otra.cl');
    const [, id = ''] = /name="invitation" value="([^"]+)"/.exec(html) ?? [];
    expect((await postCompanyForm(beto.cookies, 'retirar', { invitation: id })).code).toBe(
      'forbidden',
    );
    const stranger = await makeUser({ ...andesCompany, email: 'luis@otra.cl' });
    const foreign = await postCompanyForm(stranger.cookies, 'retirar', { invitation: id });
    expect(foreign.way).toContain('not_found');
    expect((await postCompanyForm(ana.cookies, 'retirar', { invitation: id })).way).toContain(
      'retirada',
    );
    browseAs(ana.cookies);
    expect(textOf(await renderPage(CompanyPage, {}))).not.toContain('eva@otra.cl');
  });
});

describe('a member who acts for a company', () => {
  test('has requests and documents of their own apart from those of the company', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    const of = { ...publicBody, email: beto.email };
    const company = await send(beto.cookies, of);
    await uploadToVault(beto.cookies, 'contrato');
    await switchCompany(beto.cookies, '');
    const own = await send(beto.cookies, of);
    await uploadToVault(beto.cookies, 'bases_licitacion');
    expect([
      await requestsOf(beto.cookies),
      await guaranteeDocumentCategories(beto.cookies),
    ]).toEqual([[own], ['bases_licitacion']]);
    await switchCompany(beto.cookies, ana.id);
    for (const { cookies } of [beto, ana]) {
      expect(await requestsOf(cookies)).toEqual([company]);
      expect(await guaranteeDocumentCategories(cookies)).toEqual(['contrato']);
    }
    // A guest's request with the address of a member and the company's RUT is the company's.
    const guest = await send(null, { ...of, rutEmpresaOferente: andesCompany.rut });
    expect(await requestsOf(ana.cookies)).toEqual([guest, company]);
  });

  test('finds the company’s data and their own name and e-mail in the wizard', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    expect(await readWizardValues(await signedInOf(beto.cookies))).toMatchObject({
      ...{ nombreSolicitante: 'beto', email: 'beto@andes.cl' },
      ...{ nombreEmpresaOferente: 'Andes SpA', rutEmpresaOferente: '76.123.456-0' },
    });
  });

  test('cannot act for a company of which they are no member', async () => {
    const eva = await makeUser({ email: 'eva@otra.cl' });
    expect(redirectOf(await switchCompany(eva.cookies, ana.id))).toContain('error=not_found');
    expect(await sessionRole(eva.cookies)).toBe('natural');
  });

  test('reads and downloads as a reader, but cannot change, share, delete or export anything', async () => {
    const document = await uploadToVault(ana.cookies, 'contrato');
    const eva = await joinCompany(ana, 'eva@andes.cl', 'reader');
    const got = await api(`/api/documents/download?key=${document.fileId}`, {
      cookies: eva.cookies,
    });
    expect(got.status).toBe(200);
    const refused = await postUpload(eva.cookies, uploadForm({ category: 'bases_licitacion' }));
    expect((await refused.json()).error).toBe('forbidden');
    const link = await createShare(eva, { documentKey: document.fileId });
    expect((await link.json()).error).toBe('forbidden');
    const json = { category: 'contrato', documentId: document.id };
    const removed = await api('/api/documents/delete', { json, cookies: eva.cookies });
    expect((await removed.json()).error).toBe('forbidden');
    expect((await api('/api/account/export', { cookies: eva.cookies })).status).toBe(403);
    expect(await guaranteeDocumentCategories(ana.cookies)).toEqual(['contrato']);
    expect(
      (await api('/api/auth/sessions/end-others', { method: 'POST', cookies: eva.cookies })).status,
    ).toBe(200);
  });

  test('is named in its activity; when they are removed, their access ends and their shared link stays', async () => {
    const document = await uploadToVault(ana.cookies, 'contrato');
    const beto = await joinCompany(ana, 'beto@andes.cl');
    const newShare = await (await createShare(beto, { documentKey: document.fileId })).json();
    browseAs(ana.cookies);
    expect(textOf(await renderPage(ActivityPage, {}))).toContain(
      'beto compartió documentos con un enlace',
    );
    expect((await postCompanyForm(ana.cookies, 'quitar', { person: beto.personId })).way).toContain(
      'quitada',
    );
    // The open session continues, but acts only for the person.
    expect(await sessionRole(beto.cookies)).toBe('natural');
    expect(await guaranteeDocumentCategories(beto.cookies)).toEqual([]);
    const again = await signIn({ email: beto.email });
    expect(await sessionRole(again)).toBe('natural');
    expect(await guaranteeDocumentCategories(again)).toEqual([]);
    expect((await openSharePage(newShare.shortUrl)).status).toBe(200);
    const mails = (await deliverMails()).filter(({ to }) => to === beto.email);
    expect(mails.map(({ subject }) => subject).join()).toContain('Ya no estás en Andes SpA');
  });

  test('gets mails about expiries unless they turned them off, one a day', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    await joinCompany(ana, 'eva@andes.cl');
    await api('/api/documents/alerts/mails', {
      method: 'PUT',
      json: { enabled: false },
      cookies: beto.cookies,
    });
    await insertDocument(ana.id, { expiresAt: world.now() + 5 * DAY });
    await announceAlerts(world.now());
    await announceAlerts(world.now() + HOUR);
    const mails = (await deliverMails()).filter(({ unsubscribeUrl }) => unsubscribeUrl);
    expect(mails.map(({ to }) => to).sort()).toEqual(['ana@andes.cl', 'eva@andes.cl']);
    const { pathname } = new URL(
      mails.find(({ to }) => to === 'eva@andes.cl')?.unsubscribeUrl ?? '',
    );
    const form = { 'List-Unsubscribe': 'One-Click' };
    expect((await api(pathname, { form })).status).toBe(200);
    await insertDocument(ana.id, { expiresAt: world.now() + 5 * DAY });
    world.advance(DAY);
    await announceAlerts(world.now());
    const later = (await deliverMails()).filter(({ unsubscribeUrl }) => unsubscribeUrl);
    expect(later.map(({ to }) => to).slice(0, -2)).toEqual(['ana@andes.cl']);
  });
});
