import { type SQL, sql } from 'drizzle-orm';
import { mergeSearch, unmergedCondition } from '#lib/domain/erasure/search-sweep.ts';
import { type Eraser, eraseLeads } from '#lib/domain/erasure/writes.ts';
import { erasePayments } from '#lib/domain/payments/writes/erase-payments.ts';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { erasures } from '#lib/platform/db/schema/erasures.ts';
import { log } from '#lib/platform/process/log.ts';

const BATCH_SIZE = 50;

/**
 * Erases a batch of each: leads past their retention time, details of old payments, old proofs of
 * erasure, and words of erased leads in the search index. Returns the number of erased leads.
 */
export async function sweepErasures(now: number): Promise<number> {
  const pastRetentionCondition = sql`(${unissuedPastRetention(now)} or ${issuedPastRetention(now)})`;
  const paymentsPastRetention = sql`(description is not null or metadata is not null or card_last4 is not null)
    and created_at < ${retentionStart('payment', now)}`;
  const proofsPastRetention = sql`erased_at is not null
    and erased_at < ${retentionStart('erasureProof', now)}`;
  // All counts are read in one statement, because each is a round trip to a remote database.
  const [work] = await getDb().read.all<{
    ids: string;
    payments: number;
    proofs: number;
    unmerged: number;
  }>(sql`select
    (select json_group_array(id) from (select id from leads where erased_at is null and ${pastRetentionCondition} limit ${BATCH_SIZE})) as ids,
    exists (select 1 from payments where ${paymentsPastRetention}) as payments,
    exists (select 1 from erasures where ${proofsPastRetention}) as proofs,
    ${unmergedCondition(now)} as unmerged`);
  if (!work) return 0;
  if (work.payments) await getDb().write((tx) => erasePayments(tx, paymentsPastRetention, now));
  if (work.proofs) await getDb().write((tx) => tx.delete(erasures).where(proofsPastRetention));
  const erasedCount =
    work.ids === '[]' ? 0 : await eraseBatch(now, pastRetentionCondition, work.ids);
  if (work.unmerged || erasedCount > 0) await mergeSearch(now);
  return erasedCount;
}

async function eraseBatch(now: number, pastRetention: SQL, ids: string): Promise<number> {
  const eraser: Eraser = { requestId: 'sweeper', ip: '', now, actor: 'system' };
  const condition = sql`${pastRetention} and id in (select value from json_each(${ids}))`;
  const erasedIds = await getDb().write((tx) => eraseLeads(tx, eraser, condition));
  log().info({ erased: erasedIds.length }, 'leads past their time erased');
  return erasedIds.length;
}

const retentionStartColumn = sql`(case when state_at is null then created_at else state_at end)`;

function unissuedPastRetention(now: number): SQL {
  const cutoff = {
    request: retentionStart('request', now),
    message: retentionStart('message', now),
  };
  return sql`(state = 'emitida') = 0 and ${retentionStartColumn} < ${Math.max(cutoff.request, cutoff.message)}
    and ${retentionStartColumn} < case when kind = 'garantia' then ${cutoff.request} else ${cutoff.message} end`;
}

/**
 * SQL condition for issued requests past their retention time. A request stays while its guarantee
 * is in force, because advisors must know the guarantee holder.
 */
function issuedPastRetention(now: number): SQL {
  return sql`(state = 'emitida') = 1 and ${retentionStartColumn} < ${retentionStart('issuedRequest', now)}
    and not exists (select 1 from submissions s, json_each(s.answers, '$.garantias') g
      where s.id = leads.submission_id and g.value ->> '$.vigenciaHasta' >= ${isoDay(now)})
    and not exists (select 1 from issued_guarantees g where g.submission_id = leads.submission_id
      and max(g.valid_to, coalesce(g.claim_until, '')) >= ${isoDay(now)})`;
}
