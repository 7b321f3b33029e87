import { eq } from 'drizzle-orm';
import { invitationPath } from '#lib/domain/accounts/companies/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';
import type { MemberRole } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { readProfile } from '#tests/support/vault.ts';

type Cookies = Record<string, string>;

export const andesCompany = { role: 'juridica', rut: '76.123.456-0', razonSocial: 'Andes SpA' };

/** Posts a form of the company's page, and returns where it leads or why it was refused. */
export async function postCompanyForm(
  cookies: Cookies,
  path: string,
  form: Record<string, string> = {},
) {
  const response = await postForm(`/panel/empresa/${path}`, { cookies, form });
  const refusal = valuesKeptAfterRefusal(response);
  return { way: redirectOf(response), code: refusal?.code };
}

export const inviteMember = (cookies: Cookies, email: string, role: MemberRole = 'member') =>
  postCompanyForm(cookies, 'invitar', { email, role });

/** Returns the page of the newest invitation of an e-mail, the one in its mail. */
export async function invitationPathOf(email: string): Promise<string> {
  const rows = await getDb().read.select().from(companyInvitations);
  const found = rows.find((row) => row.email === email);
  if (!found) throw new Error(`nobody invited ${email}`);
  return invitationPath(found.id);
}

export async function acceptInvitation(cookies: Cookies, page: string): Promise<string> {
  return redirectOf(await postForm(`${page}/aceptar`, { cookies, form: {} }));
}

/** Makes a person who joins the company of `owner`. The session then acts for that company. */
export async function joinCompany(
  owner: Member,
  email: string,
  role: MemberRole = 'member',
): Promise<Member & { personId: string }> {
  const person = await makeUser({ email, name: email.split('@')[0] });
  await inviteMember(owner.cookies, email, role);
  await acceptInvitation(person.cookies, await invitationPathOf(email));
  return { ...person, id: owner.id };
}

export const guaranteeDocumentCategories = async (cookies: Cookies) =>
  Object.keys(await readProfile(cookies, '?type=guarantees'));
export const sessionRole = async (cookies: Cookies) =>
  (await (await api('/api/auth/session', { cookies })).json()).role;
export const switchCompany = (cookies: Cookies, company: string) =>
  postForm('/panel/cambiar/actuar', { cookies, form: { company } });

/** Suspends an account as the team does, without its mail. */
export const suspendAccount = (id: string) =>
  getDb().write((tx) => tx.update(accounts).set({ suspendedAt: now() }).where(eq(accounts.id, id)));
