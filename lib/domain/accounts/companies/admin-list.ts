import { eq, sql } from 'drizzle-orm';
import { memberRoleCopy } from '#lib/domain/accounts/companies/copy.ts';
import { type CompanyOf, listMembers, type Member } from '#lib/domain/accounts/companies/reads.ts';
import { type LiveSessions, listLiveSessions } from '#lib/domain/accounts/reads/live-sessions.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import type { Column, ListPage } from '#lib/platform/operations/listing.ts';
import type { AccountId } from '#lib/platform/operations/operation.ts';

type AdminMember = Member & LiveSessions;

/** Lists a page of a company's members for the team, with the sessions that each has open. */
export async function listMembersForTeam(
  companyId: string,
  { after, now }: { after: string | undefined; now: number },
): Promise<ListPage<AdminMember>> {
  const { members, next } = await listMembers(companyId, after);
  const liveSessions = await listLiveSessions(
    members.map(({ id }) => id),
    now,
  );
  const rows = members.map((member) => ({
    ...member,
    ...(liveSessions.get(member.id) ?? { sessions: 0, seenAt: null }),
  }));
  return { rows, next };
}

/** Lists the companies of a person for the team, suspended ones too. */
export async function listCompaniesForTeam(personId: string): Promise<CompanyOf[]> {
  const { companyId, role, joinedAt } = companyMembers;
  const { id, razonSocial } = accounts;
  return getDb()
    .read.select({
      id: sql<AccountId>`${id}`,
      name: sql<string>`coalesce(${razonSocial}, 'Una empresa sin nombre')`,
      role,
    })
    .from(companyMembers)
    .innerJoin(accounts, eq(id, companyId))
    .where(eq(companyMembers.personId, personId))
    .orderBy(joinedAt)
    .limit(100);
}

const accountPath = (id: string) => `/admin/cuentas/${id}`;

export const memberColumns: readonly Column<AdminMember>[] = [
  {
    label: 'Persona',
    cell: ({ id, email, name }) => ({ text: email, note: name, href: accountPath(id) }),
  },
  { label: 'Rol', width: 'short', cell: ({ role }) => memberRoleCopy[role].label },
  {
    label: 'Sesiones abiertas',
    width: 'tag',
    isLabelledOnPhones: true,
    cell: ({ sessions, seenAt }) => ({
      text: `${sessions}`,
      note: seenAt !== null && `la última ${formatDateTime(seenAt)}`,
    }),
  },
];

export const companyColumns: readonly Column<CompanyOf>[] = [
  { label: 'Empresa', cell: ({ id, name }) => ({ text: name, href: accountPath(id) }) },
  { label: 'Rol', width: 'short', cell: ({ role }) => memberRoleCopy[role].label },
];
