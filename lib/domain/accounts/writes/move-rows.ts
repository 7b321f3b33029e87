import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { listOf } from '#lib/platform/db/json.ts';
import { crmContacts } from '#lib/platform/db/schema/leads.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { sign } from '#lib/platform/security/secrets.ts';

/**
 * Tables whose rows belong to an account by its e-mail. When the e-mail changes, these rows are
 * moved to the new one: otherwise the next owner of the old e-mail would see them. The typed
 * `answers` are not changed.
 */
const emailColumns = {
  leads: ['id', 'email'],
  submissions: ['id', 'email'],
  issued_guarantees: ['number', 'email'],
  bookings: ['id', 'email'],
  payment_requests: ['id', 'email'],
  payments: ['id', 'receipt_email'],
} as const;
type Keys = { [table: string]: (string | number)[] };

type EmailMove = { from: string; to: string };

/**
 * Gives the rows of a former e-mail the new e-mail. Returns the keys of the moved rows, for
 * `moveBack`.
 */
export async function moveRows(tx: Tx, emails: EmailMove): Promise<Keys> {
  return move(tx, emails, () => sql`true`);
}

/** Reverses `moveRows`. Rows that the later e-mail had before the change stay with it. */
export async function moveBack(
  tx: Tx,
  emails: EmailMove,
  { moved, since }: { moved: Keys; since: number },
): Promise<void> {
  const cameAlong = (table: string, key: SQL) => sql`(created_at >= ${since}
    or ${key} in ${listOf(moved[table] ?? [])})`;
  await move(tx, emails, cameAlong);
}

async function move(
  tx: Tx,
  { from, to }: EmailMove,
  conditionOf: (table: string, key: SQL) => SQL,
): Promise<Keys> {
  const keys: Keys = {};
  for (const [table, [id, column]] of Object.entries(emailColumns)) {
    const [key, email] = [sql.identifier(id), sql.identifier(column)];
    // Only `submissions` keep an e-mail as it was typed. Their index is on its lower case.
    const isFrom =
      table === 'submissions' ? sql`lower(${email}) = ${from}` : sql`${email} = ${from}`;
    const rows = await tx.all<{ key: string | number }>(sql`
      update ${sql.identifier(table)} set ${email} = ${to}
      where ${isFrom} and ${conditionOf(table, sql`${key}`)} returning ${key} as key`);
    keys[table] = rows.map((row) => row.key);
  }
  await moveContacts(tx, { from, to });
  await moveNews(tx, to, keys);
  return keys;
}

/** The CRM's contacts follow their leads to the new e-mail, so that an erasure finds them. */
export async function moveContacts(tx: Tx, { from, to }: EmailMove): Promise<void> {
  const hasLeads = (email: string) =>
    sql`exists (select 1 from leads where email = ${email} and erased_at is null)`;
  await tx.run(sql`insert into crm_contacts (email, contact_id)
    select ${to}, contact_id from crm_contacts where email = ${from} and ${hasLeads(to)}
    on conflict do nothing`);
  await tx.delete(crmContacts).where(sql`email = ${from} and not ${hasLeads(from)}`);
}

/** Moves the news of tenders that are not mailed yet. They wait under a hash of the e-mail. */
export async function moveNews(tx: Tx, to: string, keys: Keys): Promise<void> {
  const recipientHash = sign('address', to);
  const moved = sql`mailed_on is null and (lead_id in ${listOf(keys.leads ?? [])}
    or guarantee in ${listOf(keys.issued_guarantees ?? [])})`;
  await tx.update(tenderNews).set({ recipientHash }).where(moved);
}
