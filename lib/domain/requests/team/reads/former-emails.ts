import { and, desc, eq, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, emailChanges } from '#lib/platform/db/schema/accounts.ts';

/**
 * Returns the present e-mail of a person and the earlier ones that are still stored, or null if it
 * never changed. An e-mail that an account has now is never an earlier e-mail of another account.
 */
export async function findFormerEmails(
  email: string,
): Promise<{ email: string; former: string[] } | null> {
  const { id, accountId, former, changedAt, undoneAt } = emailChanges;
  const presentEmailColumn = sql<string>`${accounts.email}`;
  const { read } = getDb();
  const presentAccount = read
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.email, email));
  const rows = await read
    .select({ email: presentEmailColumn, former })
    .from(emailChanges)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(
      and(
        isNotNull(changedAt),
        isNull(undoneAt),
        ne(former, presentEmailColumn),
        or(
          eq(accountId, sql`(${presentAccount})`),
          and(eq(former, email), notExists(presentAccount)),
        ),
      ),
    )
    .orderBy(desc(id));
  const [newest] = rows;
  if (!newest) return null;
  const sameEmailRows = rows.filter(({ email }) => email === newest.email);
  return { email: newest.email, former: [...new Set(sameEmailRows.map(({ former }) => former))] };
}
