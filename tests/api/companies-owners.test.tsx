import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { GET as getPdf } from '#app/comprobante/[token]/pdf/route.ts';
import DeletePage from '#app/panel/eliminar-cuenta/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { makeUser, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api, call } from '#tests/support/call.ts';
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
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { redirectOf } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { documentRows, uploadForm, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

test('a document that a member uploads while they are removed is stored for the company', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const { promise: going, resolve: go } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const whole = new Response(uploadForm({ category: 'contrato' }));
  const type = whole.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let part = 0;
  const pull = async (stream: ReadableStreamDefaultController) => {
    part += 1;
    if (part === 1) return stream.enqueue(bytes.subarray(0, 200));
    // Once the first part of the body is requested, the session has been read.
    begin();
    await going;
    stream.enqueue(bytes.subarray(200));
    stream.close();
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const sent = api('/api/documents/upload', {
    ...{ method: 'POST', body, headers: { 'content-type': type }, cookies: beto.cookies },
  });
  await begun;
  await postCompanyForm(ana.cookies, 'quitar', { person: beto.personId });
  go();
  expect((await (await sent).json()).success).toBe(true);
  expect(await guaranteeDocumentCategories(ana.cookies)).toEqual(['contrato']);
});

test('the members of a company of 200 are listed in pages of at most 50', async () => {
  const people = Array.from({ length: 200 }, (_, n) => `persona-${n}`);
  const at = { createdAt: 1, updatedAt: 1, emailVerifiedAt: 1 };
  await getDb().write(async (tx) => {
    for (const id of people) {
      const person = { id, email: `${id}@andes.cl`, role: 'natural' as const, ...at };
      await tx.insert(accounts).values(person);
      const member = { companyId: ana.id, personId: id, role: 'reader' as const };
      await tx.insert(companyMembers).values({ ...member, joinedAt: world.now() });
    }
  });
  browseAs(ana.cookies);
  const page = textOf(await renderPage(CompanyPage, {}));
  expect(page).toMatch(/Quiénes trabajan en ella.*Invita a alguien.*Datos de la empresa/);
  const seen = new Set<string>();
  for (let desde: string | undefined = ''; desde !== undefined; ) {
    const html: string = await renderPage(CompanyPage, {}, { ...(desde && { desde }) });
    const found = html.match(/persona-\d+(?=@andes)/g) ?? [];
    expect(new Set(found).size).toBeLessThanOrEqual(50);
    for (const id of found) seen.add(id);
    desde = /empresa\?desde=([\w-]+)/.exec(html)?.[1];
  }
  expect(seen.size).toBe(200);
});

describe('the owners of a company', () => {
  test('are at least one: the last cannot leave or be demoted, and of two who remove each other one stays', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    expect((await postCompanyForm(ana.cookies, 'salir', { company: ana.id })).code).toBe(
      'conflict',
    );
    const own = { person: ana.personId };
    expect((await postCompanyForm(ana.cookies, 'rol', { ...own, role: 'member' })).code).toBe(
      'conflict',
    );
    expect(
      (await postCompanyForm(ana.cookies, 'rol', { person: beto.personId, role: 'owner' })).way,
    ).toContain('aviso=rol');
    // Two owners who remove each other at once: one stays.
    await Promise.all([
      postCompanyForm(ana.cookies, 'quitar', { person: beto.personId }),
      postCompanyForm(beto.cookies, 'quitar', { person: ana.personId }),
    ]);
    const left = await Promise.all([sessionRole(ana.cookies), sessionRole(beto.cookies)]);
    expect(left.filter((role) => role === 'juridica')).toHaveLength(1);
  });

  test('with a second factor can demand one of all members; a member without it can still act as a person', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    expect((await postCompanyForm(ana.cookies, 'seguridad', { demand: 'yes' })).code).toBe(
      'conflict',
    );
    await getDb().write((tx) =>
      tx
        .insert(totpSecrets)
        .values({ accountId: ana.personId, secret: '', createdAt: 1, lastStep: 0 }),
    );
    await postCompanyForm(ana.cookies, 'seguridad', { demand: 'yes' });
    const refused = await api('/api/documents/profile', { cookies: beto.cookies });
    expect((await refused.json()).error).toBe('second_factor_enrolment_required');
    // A member without a factor may still act as a person.
    expect(redirectOf(await switchCompany(beto.cookies, ''))).toBe('/panel');
    expect(await guaranteeDocumentCategories(beto.cookies)).toEqual([]);
  });

  test('can delete it for all members; an owner’s own account cannot be deleted while others are members', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    await uploadToVault(ana.cookies, 'contrato');
    const alone = await api('/api/account/delete', { json: {}, cookies: beto.cookies });
    expect((await alone.json()).error).toBe('forbidden');
    await switchCompany(ana.cookies, '');
    browseAs(ana.cookies);
    const page = await renderPage(DeletePage, {});
    expect(page).not.toContain('eliminar-cuenta/confirmar');
    expect(page).toContain('value="/panel/empresa#personas"');
    expect(page).toContain(`name="company" value="${ana.id}"`);
    const person = await api('/api/account/delete', { json: {}, cookies: ana.cookies });
    expect((await person.json()).error).toBe('conflict');
    await switchCompany(beto.cookies, '');
    await uploadToVault(beto.cookies, 'certificado_f30');
    await switchCompany(ana.cookies, ana.id);
    expect((await api('/api/account/delete', { json: {}, cookies: ana.cookies })).status).toBe(200);
    const rows = await documentRows();
    expect(rows.map(({ accountId, state }) => [accountId, state]).sort()).toEqual(
      [
        [ana.id, 'removing'],
        [beto.personId, 'kept'],
      ].sort(),
    );
    expect(await sessionRole(ana.cookies)).toBe('natural');
    expect(await sessionRole(beto.cookies)).toBe('natural');
    expect(await guaranteeDocumentCategories(await signIn({ email: beto.email }))).toEqual([]);
  });
});

test('a second company with the same RUT sees nothing of the first, but can ask its owners to join', async () => {
  await uploadToVault(ana.cookies, 'contrato');
  const eva = await makeUser({ ...andesCompany, email: 'eva@otra.cl' });
  expect(await guaranteeDocumentCategories(eva.cookies)).toEqual([]);
  browseAs(eva.cookies);
  const page = textOf(await renderPage(CompanyPage, {}));
  expect(page).toContain('Tu empresa ya estaba aquí');
  expect(page).not.toContain('ana@andes.cl');
  await postCompanyForm(eva.cookies, 'pedir-entrada');
  const [mail] = (await deliverMails()).filter(({ to }) => to === 'ana@andes.cl');
  expect(mail?.text).toContain('eva@otra.cl');
});

describe('a member who is removed', () => {
  test('cannot open their requests for the company any more, and replies go to the owner', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    const json = { ...publicBody, email: beto.email };
    const { data } = await (
      await api('/api/guarantees/public', { json, cookies: beto.cookies })
    ).json();
    const mailed = (await deliverMails()).find(
      ({ to, text }) => to === beto.email && /comprobante/.test(text),
    );
    const link = /\/comprobante\/[\w.-]+/.exec(mailed?.text ?? '')?.[0] ?? '';
    const token = link.split('/').at(-1) ?? '';
    const pdf = () => call(getPdf, `${link}/pdf`, { params: { token } });
    expect((await pdf()).status).toBe(200);
    await postCompanyForm(ana.cookies, 'quitar', { person: beto.personId });
    expect((await pdf()).status).toBe(410);
    const advisor = await makeAdvisor();
    const reply = { subject: 'Tu solicitud', text: 'Confidencial.' };
    const path = `/api/admin/leads/${data.submissionId}/replies`;
    expect((await api(path, { json: reply, cookies: advisor.cookies })).status).toBe(200);
    const heard = (await deliverMails()).filter(({ text }) => text.includes('Confidencial'));
    expect(heard.map(({ to }) => to)).toEqual([ana.email]);
  });

  test('leaves no valid invitation, and no name in requests once their account is deleted', async () => {
    const beto = await joinCompany(ana, 'beto@andes.cl', 'owner');
    const json = { ...publicBody, email: beto.email, nombreSolicitante: 'Beto Rey' };
    await api('/api/guarantees/public', { json, cookies: beto.cookies });
    await inviteMember(beto.cookies, 'eva@otra.cl', 'owner');
    const page = await invitationPathOf('eva@otra.cl');
    await switchCompany(beto.cookies, '');
    expect((await api('/api/account/delete', { json: {}, cookies: beto.cookies })).status).toBe(
      200,
    );
    const rows = await getDb().read.all(sql`select l.name, l.email, s.answers from leads l
      join submissions s on s.id = l.submission_id`);
    expect(JSON.stringify(rows)).not.toMatch(/beto/i);
    const eva = await makeUser({ email: 'eva@otra.cl' });
    expect(await acceptInvitation(eva.cookies, page)).toContain('error=invalid_token');
  });
});

test('only owners change a company’s RUT; a member’s guest request goes to neither of two companies with one RUT', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const rename = (cookies: Record<string, string>) =>
    api('/api/auth/complete-profile', { json: { rut: '11.111.111-1' }, cookies });
  expect((await (await rename(beto.cookies)).json()).error).toBe('forbidden');
  const json = { ...publicBody, email: beto.email };
  await api('/api/guarantees/public', { json });
  const mine = async () =>
    (await (await api('/api/guarantees/mine', { cookies: ana.cookies })).json()).data.requests
      .length;
  expect(await mine()).toBe(1);
  const twin = await makeUser({ ...andesCompany, email: 'luis@otra.cl' });
  await inviteMember(twin.cookies, beto.email);
  await acceptInvitation(beto.cookies, await invitationPathOf(beto.email));
  await api('/api/guarantees/public', { json });
  expect(await mine()).toBe(1);
  browseAs(twin.cookies);
  expect(
    (await (await api('/api/guarantees/mine', { cookies: twin.cookies })).json()).data.requests,
  ).toEqual([]);
});
