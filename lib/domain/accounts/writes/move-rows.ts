import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { crmContacts } from '#lib/platform/db/schema/leads.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { sign } from '#lib/platform/security/secrets.ts';

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
type RowKeys = { [table: string]: (string | number)[] };

type EmailMove = { from: string; to: string };

/**
 * Gives the rows of a former e-mail the new e-mail. Returns the keys of the moved rows, for
 * `moveBack`.
 */
export async function moveRows(tx: Tx, emails: EmailMove): Promise<RowKeys> {
  return moveEmailRows(tx, emails, () => sql`true`);
}

/** Reverses `moveRows`. Rows that already had the later e-mail before the change keep it. */
export async function moveBack(
  tx: Tx,
  emails: EmailMove,
  { moved: movedKeys, since }: { moved: RowKeys; since: number },
): Promise<void> {
  const movedRowCondition = (table: string, key: SQL) => sql`(created_at >= ${since}
    or ${key} in ${sqlList(movedKeys[table] ?? [])})`;
  await moveEmailRows(tx, emails, movedRowCondition);
}

async function moveEmailRows(
  tx: Tx,
  { from, to }: EmailMove,
  conditionOf: (table: string, key: SQL) => SQL,
): Promise<RowKeys> {
  const keys: RowKeys = {};
  for (const [table, [id, column]] of Object.entries(emailColumns)) {
    const [key, email] = [sql.identifier(id), sql.identifier(column)];
    // Only `submissions` keep the e-mail as it was typed, so the query uses the index on its lower
    // case.
    const emailCondition =
      table === 'submissions' ? sql`lower(${email}) = ${from}` : sql`${email} = ${from}`;
    const rows = await tx.all<{ key: string | number }>(sql`
      update ${sql.identifier(table)} set ${email} = ${to}
      where ${emailCondition} and ${conditionOf(table, sql`${key}`)} returning ${key} as key`);
    keys[table] = rows.map((row) => row.key);
  }
  await moveContacts(tx, { from, to });
  await moveNews(tx, to, keys);
  return keys;
}

/**
 * The CRM's contacts get the new e-mail together with their leads, so that an erasure finds them.
 */
export async function moveContacts(tx: Tx, { from, to }: EmailMove): Promise<void> {
  const leadsCondition = (email: string) =>
    sql`exists (select 1 from leads where email = ${email} and erased_at is null)`;
  await tx.run(sql`insert into crm_contacts (email, contact_id)
    select ${to}, contact_id from crm_contacts where email = ${from} and ${leadsCondition(to)}
    on conflict do nothing`);
  await tx.delete(crmContacts).where(sql`email = ${from} and not ${leadsCondition(from)}`);
}

/**
 * Moves the news of tenders that were not mailed yet. Their rows have a hash of the e-mail instead
 * of the e-mail.
 */
export async function moveNews(tx: Tx, to: string, keys: RowKeys): Promise<void> {
  const recipientHash = sign('address', to);
  const movedNewsCondition = sql`mailed_on is null and (lead_id in ${sqlList(keys.leads ?? [])}
    or guarantee in ${sqlList(keys.issued_guarantees ?? [])})`;
  await tx.update(tenderNews).set({ recipientHash }).where(movedNewsCondition);
}
