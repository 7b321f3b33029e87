import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { addLeadEvent } from '#lib/domain/leads/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

/** Inside a write: opens the lead as a task until the last record. True when it was news. */
export async function awaitRecords(
  tx: Tx,
  { leadId, actor, now, ...times }: { leadId: number; actor: string; at: number; now: number },
): Promise<boolean> {
  const at = Math.min(times.at, now);
  const isNews = and(
    or(isNull(leads.stateAt), lte(leads.stateAt, at)),
    or(isNull(leads.crmIssuedAt), lt(leads.crmIssuedAt, at)),
  );
  const asked = await tx
    .update(leads)
    .set({ crmIssuedAt: at, handledAt: null })
    .where(and(eq(leads.id, leadId), isNews))
    .returning({ id: leads.id });
  if (asked.length === 0) return false;
  await addLeadEvent(tx, { leadId, event: { kind: 'unrecorded' }, actor, at });
  return true;
}
