import { eq, type SQL, sql } from 'drizzle-orm';
import { listOutdatedLeads } from '#lib/domain/requests/leads/reads/outdated-pending.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

/** Stores the `LeadPending` of these leads in their rows, because the inbox filters by it. */
export async function updatePending(tx: Tx, condition: SQL, now: number): Promise<void> {
  const outdated = await listOutdatedLeads(tx, condition, now);
  if (outdated.length === 0) return;
  const values = JSON.stringify(outdated.map(({ id, pending }) => ({ id, ...pending })));
  await tx.run(sql`update leads set waits = value ->> 'lastAct', waits_until = value ->> 'waitsUntil',
      unanswered_since = value ->> 'unansweredSince', is_paid = value ->> 'isPaid',
      due_at = value ->> 'dueAt'
    from json_each(${values}) where leads.id = value ->> 'id'`);
}

/** Updates the leads of these partitions, in which mails were given up, bounced or arrived. */
export async function updateLeadsOfPartitions(
  tx: Tx,
  partitions: readonly string[],
  now: number,
): Promise<void> {
  const ids = partitions.flatMap((partition) => /^lead:(\d+)\//.exec(partition)?.[1] ?? []);
  const condition = sql`${leads.id} in ${sqlList(ids.map(Number))}`;
  if (ids.length > 0) await updatePending(tx, condition, now);
}

/** Updates the leads that count as undelivered, after their mails were sent again. */
export async function updateResentLeads(tx: Tx, now: number): Promise<void> {
  await updatePending(tx, eq(leads.lastAct, 'undelivered'), now);
}

const BATCH_SIZE = 500;

/**
 * Updates leads whose conditions, payment link or call have expired. Also updates leads that count
 * as undelivered, because their failed deliveries are deleted after some time. Takes at most
 * `BATCH_SIZE` of each kind per run.
 */
export async function sweepPending(now: number): Promise<void> {
  const dueCondition = sql`${leads.id} in (select id from leads where waits_until <= ${now} limit ${BATCH_SIZE})
    or ${leads.id} in (select id from leads where waits = 'undelivered' limit ${BATCH_SIZE})`;
  await getDb().write((tx) => updatePending(tx, dueCondition, now));
}
