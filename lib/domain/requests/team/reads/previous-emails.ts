import { and, desc, eq, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, emailChanges } from '#lib/platform/db/schema/accounts.ts';

/**
 * Returns the current e-mail of a person and the earlier ones that are still stored, or null if it
 * never changed. An e-mail that an account has now is never an earlier e-mail of another account.
 */
export async function findPreviousEmails(
  email: string,
): Promise<{ email: string; previous: string[] } | null> {
  const { id, accountId, previous, changedAt, undoneAt } = emailChanges;
  const currentEmailColumn = sql<string>`${accounts.email}`;
  const { read } = getDb();
  const currentAccount = read
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.email, email));
  const rows = await read
    .select({ email: currentEmailColumn, previous })
    .from(emailChanges)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(
      and(
        isNotNull(changedAt),
        isNull(undoneAt),
        ne(previous, currentEmailColumn),
        or(
          eq(accountId, sql`(${currentAccount})`),
          and(eq(previous, email), notExists(currentAccount)),
        ),
      ),
    )
    .orderBy(desc(id));
  const [newest] = rows;
  if (!newest) return null;
  const sameEmailRows = rows.filter(({ email }) => email === newest.email);
  return {
    email: newest.email,
    previous: [...new Set(sameEmailRows.map(({ previous }) => previous))],
  };
}
