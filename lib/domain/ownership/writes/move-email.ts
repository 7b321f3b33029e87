import { type SQL, sql } from 'drizzle-orm';
import { followEmail, type MovedKeys } from '#lib/domain/ownership/writes/follow-email.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';

/**
 * Tables whose rows belong to an account by its e-mail. When the e-mail changes, these rows get the
 * new one; otherwise the next owner of the old e-mail would see them. The typed `answers` are not
 * changed.
 */
const emailColumns = {
  leads: ['id', 'email'],
  submissions: ['id', 'email'],
  issued_guarantees: ['number', 'email'],
  bookings: ['id', 'email'],
  payment_requests: ['id', 'email'],
  payments: ['id', 'receipt_email'],
} as const;

type EmailMove = { from: string; to: string };

/**
 * Gives the rows of a former e-mail the new e-mail. Returns the keys of the moved rows, for
 * `moveEmailBack`. Requires a transaction.
 */
export async function moveEmail(tx: Tx, emails: EmailMove): Promise<MovedKeys> {
  return moveRows(tx, emails, () => sql`true`);
}

/**
 * Reverses `moveEmail`. Rows that already had the later e-mail before the change keep it. Requires a
 * transaction.
 */
export async function moveEmailBack(
  tx: Tx,
  emails: EmailMove,
  { moved: movedKeys, since }: { moved: MovedKeys; since: number },
): Promise<void> {
  const movedRowCondition = (table: string, key: SQL) => sql`(created_at >= ${since}
    or ${key} in ${sqlList(movedKeys[table] ?? [])})`;
  await moveRows(tx, emails, movedRowCondition);
}

async function moveRows(
  tx: Tx,
  { from, to }: EmailMove,
  conditionOf: (table: string, key: SQL) => SQL,
): Promise<MovedKeys> {
  const keys: MovedKeys = {};
  for (const [table, [id, column]] of Object.entries(emailColumns)) {
    const [key, email] = [sql.identifier(id), sql.identifier(column)];
    // Only `submissions` keep an e-mail as it was typed. Their index is on its lower case.
    const emailCondition =
      table === 'submissions' ? sql`lower(${email}) = ${from}` : sql`${email} = ${from}`;
    const rows = await tx.all<{ key: string | number }>(sql`
      update ${sql.identifier(table)} set ${email} = ${to}
      where ${emailCondition} and ${conditionOf(table, sql`${key}`)} returning ${key} as key`);
    keys[table] = rows.map((row) => row.key);
  }
  await followEmail(tx, { from, to }, keys);
  return keys;
}
