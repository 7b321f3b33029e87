import { type SQL, sql } from 'drizzle-orm';
import { roleCopy } from '#lib/domain/accounts/copy.ts';
import { findLoginLocks } from '#lib/domain/accounts/reads/email-changes.ts';
import { formatDateTime, formatTime } from '#lib/platform/chile/format.ts';
import { formatRut, parseRut } from '#lib/platform/chile/rut.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { Column } from '#lib/platform/operations/listing.ts';
import type { Role } from '#lib/platform/operations/operation.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

type AdminAccount = {
  id: string;
  email: string;
  name: string | null;
  rut: string | null;
  role: Role;
  createdAt: number;
  suspendedAt: number | null;
  /** SQLite's boolean. A company counts as verified, because it has no e-mail of its own. */
  isVerified: 0 | 1;
};

/** `lockedUntil` is the time (ms) at which the lock after wrong passwords ends, or null. */
type ListedAccount = AdminAccount & { lockedUntil: number | null };

const MAX_ACCOUNTS = 20;

/** Lists the accounts of the advisors, suspended ones last, and then the newest of all others. */
export async function listTeamAndNewestAccounts(): Promise<AdminAccount[]> {
  const teamCondition = sql`role = 'admin' order by suspended_at is not null, email limit 200`;
  const newestCondition = sql`role <> 'admin' order by rowid desc limit ${MAX_ACCOUNTS}`;
  return (await Promise.all([teamCondition, newestCondition].map(readAccounts))).flat();
}

/**
 * Finds up to 20 accounts: those whose e-mail or RUT begins with `q`, the companies of those
 * people, and accounts whose name has all words of `q`.
 */
export async function searchAccounts(q: string): Promise<AdminAccount[]> {
  const email = q.toLowerCase();
  const rut = parseRut(q) ?? q.replaceAll('.', '').toUpperCase();
  const prefixQuery = (column: 'email' | 'rut', text: string) => {
    const name = sql.identifier(column);
    // U+10FFFF is the highest character, so this index range holds all texts that begin with `q`.
    return sql`select id from accounts where ${name} >= ${text} and ${name} < ${`${text}\u{10ffff}`}
      order by ${name} limit ${MAX_ACCOUNTS}`;
  };
  const accounts = await readAccounts(sql`id in (select id from (${prefixQuery('email', email)})
    union select company_id from company_members where person_id in (${prefixQuery('email', email)})
    union select id from (${prefixQuery('rut', rut)})) order by email, rowid limit ${MAX_ACCOUNTS}`);
  const knownIds = new Set(accounts.map(({ id }) => id));
  const namedAccounts = (await listAccountsByName(q)).filter(({ id }) => !knownIds.has(id));
  return [...accounts, ...namedAccounts].slice(0, MAX_ACCOUNTS);
}

/**
 * Finds accounts by all words of a name. SQLite cannot ignore accents. The query therefore lets
 * each letter that may have an accent match any letter, and the result is filtered here.
 */
async function listAccountsByName(q: string): Promise<AdminAccount[]> {
  const words = withoutAccents(q).match(/[a-z\d]+/g) ?? [];
  if (!words.some((word) => word.length > 2)) return [];
  const conditions = words.map(
    (word) => sql`coalesce(razon_social, name) like ${`%${word.replace(/[aeiounc]/g, '_')}%`}`,
  );
  const rows = await readAccounts(sql`${sql.join(conditions, sql` and `)} limit 200`);
  return rows.filter(({ name }) =>
    words.every((word) => withoutAccents(name ?? '').includes(word)),
  );
}

function readAccounts(condition: SQL): Promise<AdminAccount[]> {
  return getDb().read.all<AdminAccount>(sql`
    select id, coalesce(email, (select p.email from company_members m
        join accounts p on p.id = m.person_id where m.company_id = accounts.id
        order by m.role = 'owner' desc, m.joined_at limit 1)) as email,
      coalesce(razon_social, name) as name, rut, role, created_at as "createdAt",
      suspended_at as "suspendedAt",
      email is null or email_verified_at is not null as "isVerified"
    from accounts where ${condition}`);
}

/** Adds the locks after wrong passwords. A company has none, because only people log in. */
export async function withLocks(accounts: AdminAccount[], now: number): Promise<ListedAccount[]> {
  const lockOf = await findLoginLocks(
    accounts.map(({ email }) => email),
    now,
  );
  return accounts.map((account) => ({
    ...account,
    lockedUntil: account.role === 'juridica' ? null : lockOf(account.email),
  }));
}

/** The column of the access is left out if it would be empty for all accounts. */
export function accountColumnsFor(
  accounts: readonly ListedAccount[],
): readonly Column<ListedAccount>[] {
  const isPlain = accounts.every(
    ({ suspendedAt, lockedUntil, isVerified }) =>
      suspendedAt === null && lockedUntil === null && isVerified,
  );
  return isPlain ? accountColumns.slice(0, -1) : accountColumns;
}

export const accountColumns: readonly Column<ListedAccount>[] = [
  { label: 'Correo', cell: ({ id, email }) => ({ text: email, href: `/admin/cuentas/${id}` }) },
  { label: 'Nombre', cell: ({ name }) => name },
  { label: 'RUT', width: 'time', cell: ({ rut }) => rut && formatRut(rut) },
  { label: 'Tipo', width: 'time', cell: ({ role }) => roleCopy[role] },
  {
    label: 'Creada',
    width: 'time',
    cell: ({ createdAt }) => formatDateTime(createdAt),
    isLabelledOnPhones: true,
  },
  {
    label: 'Acceso',
    width: 'tag',
    cell: ({ suspendedAt, lockedUntil, isVerified }) => {
      if (suspendedAt !== null) return { text: 'Suspendida', tone: 'danger' };
      if (lockedUntil !== null)
        return { text: `Bloqueada hasta ${formatTime(lockedUntil)}`, tone: 'warning' };
      return isVerified ? null : { text: 'Sin verificar', tone: 'warning' };
    },
  },
];
