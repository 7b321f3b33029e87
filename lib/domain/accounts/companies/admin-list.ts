import { sql } from 'drizzle-orm';
import { memberRoleCopy } from '#lib/domain/accounts/companies/copy.ts';
import { type CompanyOf, listMembers, type Member } from '#lib/domain/accounts/companies/reads.ts';
import { type LiveSessions, listLiveSessions } from '#lib/domain/accounts/live-sessions.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { Column, ListPage } from '#lib/platform/operations/listing.ts';

type AdminMember = Member & LiveSessions;

/** Lists a page of a company's members for the team, with the sessions that each has open. */
export async function listMembersForTeam(
  companyId: string,
  { after, now }: { after: string | undefined; now: number },
): Promise<ListPage<AdminMember>> {
  const { members, next } = await listMembers(companyId, after);
  const live = await listLiveSessions(
    members.map(({ id }) => id),
    now,
  );
  const rows = members.map((member) => ({
    ...member,
    ...(live.get(member.id) ?? { sessions: 0, seenAt: null }),
  }));
  return { rows, next };
}

/** Lists the companies of a person for the team, suspended ones too. */
export function listCompaniesForTeam(personId: string): Promise<CompanyOf[]> {
  return getDb().read.all<CompanyOf>(sql`
    select c.id, coalesce(c.razon_social, 'Una empresa sin nombre') as name, m.role
    from company_members m join accounts c on c.id = m.company_id
    where m.person_id = ${personId} order by m.joined_at limit 100`);
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
    named: true,
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
