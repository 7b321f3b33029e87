import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import RegisterPage from '#app/(cuenta)/register/page.tsx';
import InvitationPage from '#app/invitacion/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations, companyMembers } from '#lib/platform/db/schema/companies.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { codeFor, getAccount, makeUser, PASSWORD } from '#tests/support/accounts.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import {
  acceptInvitation,
  andesCompany,
  invitationPathOf,
  inviteMember,
  joinCompany,
  postCompanyForm,
  sessionRole,
} from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { submissionOfButton } from '#tests/support/rendered-forms.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { unzip } from '#tests/support/unzip.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

describe('a person who was invited to a company', () => {
  const email = 'eva@andes.cl';

  test('registers with name and password only, and then joins the company', async () => {
    await inviteMember(ana.cookies, email);
    const next = await invitationPathOf(email);
    browseAs({});
    const page = await renderPage(RegisterPage, {}, { email, next });
    expect(page).not.toMatch(/name="(role|rut|razonSocial)"/);
    expect(textOf(page)).toContain('Andes SpA');
    const form = { email, name: 'Eva Rey', password: PASSWORD, acepto: 'true', next };
    const refused = valuesKeptAfterRefusal(
      await postForm('/register/unirse', { form: { ...form, name: '' } }),
    );
    expect(refused).toMatchObject({ fields: { name: 'Ingresa tu nombre.' }, values: { next } });
    const made = await postForm('/register/unirse', { form });
    expect(redirectOf(made)).toMatch(/^\/verificar\?/);
    const code = await codeFor(email);
    const verified = await postForm('/verificar/confirmar', {
      form: { email, code, next },
      cookies: cookiesOf(made),
    });
    expect(redirectOf(verified)).toBe(next);
    expect(await getAccount(email)).toMatchObject({ role: 'natural', rut: null, name: 'Eva Rey' });
    const cookies = cookiesOf(verified);
    expect(await acceptInvitation(cookies, next)).toBe('/panel?aviso=entrada');
    expect(await sessionRole(cookies)).toBe('juridica');
  });

  test('gets the full registration form if the invitation’s link is wrong or missing', async () => {
    await inviteMember(ana.cookies, email);
    const next = `${await invitationPathOf(email)}x`;
    browseAs({});
    for (const other of [next, '/panel', '']) {
      expect(await renderPage(RegisterPage, {}, { email, next: other })).toMatch(/name="rut"/);
    }
  });

  test('who is logged in with another account can log out and return to the invitation with one button', async () => {
    const other = await makeUser({ email: 'otra@correo.cl' });
    await inviteMember(ana.cookies, email);
    const path = await invitationPathOf(email);
    browseAs(other.cookies);
    const token = path.split('/').at(-1) ?? '';
    const page = await renderPage(InvitationPage, { token });
    expect(textOf(page)).toContain(other.email);
    const { path: action, form } = submissionOfButton(page, 'Cerrar sesión y seguir');
    const left = await postForm(action, { form, cookies: other.cookies });
    expect(redirectOf(left)).toBe(path);
    expect(await sessionRole(other.cookies)).toBeNull();
    browseAs({});
    expect(textOf(await renderPage(InvitationPage, { token }))).toContain('Crear mi cuenta');
  });
});

test('logging out never leads to another site', async () => {
  for (const next of ['https://malo.cl', '//malo.cl', '/\\malo.cl', '']) {
    const left = await postForm('/panel/salir', { form: { next }, cookies: ana.cookies });
    expect(redirectOf(left)).toBe('/login?aviso=salida');
  }
});

test('every owner gets a mail of their own when somebody asks to join, except one who was removed meanwhile', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl', 'owner');
  await joinCompany(ana, 'luis@andes.cl');
  const carla = await joinCompany(ana, 'carla@andes.cl', 'owner');
  const eva = await makeUser({ ...andesCompany, email: 'eva@otra.cl' });
  await deliverMails();
  await postCompanyForm(eva.cookies, 'pedir-entrada');
  const isRequested = eq(deliveries.kind, 'company.asked-mail');
  const queued = await getDb().read.select().from(deliveries).where(isRequested);
  expect(new Set(queued.map(({ partition }) => partition)).size).toBe(3);
  // An owner who is removed before the mail leaves gets none.
  await postCompanyForm(ana.cookies, 'quitar', { person: carla.personId });
  const requestMails = (await deliverMails()).filter(({ subject }) =>
    subject.includes('Piden entrar'),
  );
  expect(requestMails.map(({ to }) => to).sort()).toEqual([ana.email, beto.email]);
});

test('an invitation that is sent again keeps its role and gets a new id', async () => {
  await inviteMember(ana.cookies, 'eva@andes.cl', 'owner');
  const [invitation] = await getDb().read.select().from(companyInvitations);
  await postCompanyForm(ana.cookies, 'renovar', { invitation: invitation?.id ?? '' });
  const [renewed] = await getDb().read.select().from(companyInvitations);
  expect(renewed).toMatchObject({ email: 'eva@andes.cl', role: 'owner', companyId: ana.id });
  expect(renewed?.id).not.toBe(invitation?.id);
});

test('owners get mails when others join, leave or become owners, but not about their own acts', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const luis = await joinCompany(ana, 'luis@andes.cl', 'owner');
  await postCompanyForm(ana.cookies, 'rol', { person: beto.personId, role: 'owner' });
  await postCompanyForm(beto.cookies, 'salir', { company: ana.id });
  const heard = async (email: string) =>
    (await deliverMails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  const of = (title: string) => expect.stringContaining(`${title} Andes SpA`);
  expect((await heard(ana.email)).toReversed()).toEqual([
    of('beto@andes.cl entró a'),
    of('luis@andes.cl entró a'),
    of('beto@andes.cl salió de'),
  ]);
  expect(await heard(luis.email)).toEqual(
    expect.arrayContaining([of('beto@andes.cl ahora administra'), of('beto@andes.cl salió de')]),
  );
  await postCompanyForm(ana.cookies, 'rol', {
    person: (await joinCompany(ana, 'eva@andes.cl')).personId,
    role: 'owner',
  });
  expect(await heard('eva@andes.cl')).toContainEqual(of('Ahora administras'));
});

test('the export of a company names all its members', async () => {
  await getDb().write(async (tx) => {
    for (let n = 0; n < 120; n++) {
      const id = `persona-${n}`;
      const at = { createdAt: 1, updatedAt: 1, emailVerifiedAt: 1 };
      await tx.insert(accounts).values({ id, email: `${id}@andes.cl`, role: 'natural', ...at });
      const member = { companyId: ana.id, personId: id, role: 'reader' as const };
      await tx.insert(companyMembers).values({ ...member, joinedAt: world.now() });
    }
  });
  const response = await api('/api/account/export', { cookies: ana.cookies });
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  const { members } = JSON.parse(String(files.get('datos.json')));
  expect(new Set(members.map(({ email }: { email: string }) => email)).size).toBe(121);
});
