import { eq, max, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';

/**
 * Returns a text that changes with each new lead, each event of a lead and each erasure of a lead.
 * Deliveries, and payments without an event of a lead, do not change it. The open inbox reads it
 * regularly and reloads when it differs (`LiveList`). It costs three lookups.
 */
export async function readInboxVersion(): Promise<string> {
  const [row] = await getDb().read.all<{ version: string }>(sql`select
    coalesce((select max(id) from lead_events), 0) || '-' || coalesce((select max(id) from leads), 0)
    || '-' || coalesce((select max(erased_at) from leads where erased_at is not null), 0) as version`);
  return row?.version ?? '';
}

/** Returns the id of a lead's last event; 0 before the first. */
export async function readNewestEventId(leadId: number): Promise<number> {
  const [row] = await getDb()
    .read.select({ id: max(leadEvents.id) })
    .from(leadEvents)
    .where(eq(leadEvents.leadId, leadId));
  return row?.id ?? 0;
}
