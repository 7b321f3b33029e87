import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { crmContacts } from '#lib/platform/db/schema/leads.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { sign } from '#lib/platform/security/secrets.ts';

/** Keys of moved rows by the name of their table. */
export type MovedKeys = { [table: string]: (string | number)[] };

/**
 * Moves what follows leads and guarantees to their new e-mail: the contact in the CRM, so that an
 * erasure finds it, and the news of tenders that are not mailed yet. Requires a transaction.
 */
export async function followEmail(
  tx: Tx,
  { from, to }: { from: string; to: string },
  movedKeys: MovedKeys,
): Promise<void> {
  const leadsCondition = (email: string) =>
    sql`exists (select 1 from leads where email = ${email} and erased_at is null)`;
  await tx.run(sql`insert into crm_contacts (email, contact_id)
    select ${to}, contact_id from crm_contacts where email = ${from} and ${leadsCondition(to)}
    on conflict do nothing`);
  await tx.delete(crmContacts).where(sql`email = ${from} and not ${leadsCondition(from)}`);
  // Rows of news have a hash of the e-mail instead of the e-mail.
  const recipientHash = sign('address', to);
  const movedNewsCondition = sql`mailed_on is null and (lead_id in ${sqlList(movedKeys.leads ?? [])}
    or guarantee in ${sqlList(movedKeys.issued_guarantees ?? [])})`;
  await tx.update(tenderNews).set({ recipientHash }).where(movedNewsCondition);
}
