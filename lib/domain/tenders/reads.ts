import { eq, type SQL, sql } from 'drizzle-orm';
import { ownGuarantee, type Remark, remarksOn } from '#lib/domain/law/rules.ts';
import { listKnownGuarantees } from '#lib/domain/marketplace/reads/guarantees.ts';
import { findKnownTender } from '#lib/domain/marketplace/reads/tenders.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { lawTender, tenderStateText } from '#lib/domain/marketplace/view.ts';
import { silentSince } from '#lib/domain/tenders/rules.ts';
import type { TenderStatus } from '#lib/domain/tenders/view.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { watchedTenders } from '#lib/platform/db/schema/tenders.ts';
import { isMarketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';

/**
 * Condition for rows of `issued_guarantees`, aliased `g`, that are in force today, partly claimed
 * ones included.
 */
const inForceCondition = (today: string) => sql`g.valid_to >= ${today}
  and (g.reported is null or (g.reported = 'cobrada' and g.claimed <> g.amount))`;

/**
 * Records of the request `l`. The condition repeats that of the index `issued_by_item`, so that
 * SQLite uses it.
 */
const recordsClause = sql`issued_guarantees g
  where g.submission_id = l.submission_id and (g.reported is null or g.reported <> 'anulada')`;

/** Condition for `leads`, aliased `l`: undecided, or issued with a guarantee in force. */
export const liveRequestCondition = (today: string): SQL => sql`l.kind = 'garantia'
  and l.state <> 'rechazada' and (l.state <> 'emitida'
    or exists (select 1 from ${recordsClause} and ${inForceCondition(today)})
    or (not exists (select 1 from ${recordsClause})
      and exists (select 1 from submissions s, json_each(s.answers, '$.garantias') requested
        where s.id = l.submission_id and requested.value ->> '$.vigenciaHasta' >= ${today})))`;

/**
 * Condition for rows of `issued_guarantees`, aliased `g`, that are in force and name a tender that
 * their request does not name.
 */
export const namingGuaranteesCondition = (today: string): SQL => sql`${inForceCondition(today)}
  and not exists (select 1 from leads r
    where r.submission_id = g.submission_id and r.tender_id = g.tender_id)`;

export async function isTenderNamed(
  code: string,
  today: string,
  db: ReadDb | Tx,
): Promise<boolean> {
  const row = await db.get<{ named: number }>(sql`select
    exists (select 1 from leads l where l.tender_id = ${code} and ${liveRequestCondition(today)})
    or exists (select 1 from issued_guarantees g
      where g.tender_id = ${code} and ${inForceCondition(today)}) as named`);
  return Boolean(row?.named);
}

type WatchedTender = typeof watchedTenders.$inferSelect;

/** Returns a tender as it was last reported, or null for a tender that is not watched. */
export async function findWatchedTender(code: string): Promise<WatchedTender | null> {
  const [row] = await getDb()
    .read.select()
    .from(watchedTenders)
    .where(eq(watchedTenders.code, code))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the state of a request's tender for the request's pages, or null if nothing is known
 * about it.
 */
export async function findTenderStatus(
  id: string | null | undefined,
  now: number,
): Promise<TenderStatus | null> {
  const parsed = parseTenderId(id ?? '');
  if (!parsed.ok || !isMarketplaceConfigured()) return null;
  const { id: code, type } = parsed.code;
  const [knownTender, watchedTender, pageGuarantees] = await Promise.all([
    findKnownTender(code),
    findWatchedTender(code),
    listKnownGuarantees(code),
  ]);
  const facts = knownTender?.value;
  const lastAnswerAt = watchedTender && silentSince(watchedTender, now);
  if (!facts && !lastAnswerAt) return null;
  return {
    code,
    name: facts?.name ?? null,
    // Our own short word is preferred, because the API's may be long: `Desierta (o art. 3 ó 9 Ley
    // 19.886)`.
    state: facts ? (tenderStateText({ ...facts, state: null }, now) ?? facts.state) : null,
    closesAt: facts?.closesAt ?? null,
    isClosed: Boolean(facts?.closesAt && facts.closesAt <= now),
    silentSince: lastAnswerAt,
    remarks: remarksOn(lawTender(type, facts), pageGuarantees),
  };
}

/**
 * Compares a request's guarantees with the law, by the type in the tender's id and its known facts.
 */
export async function listOwnRemarks(
  id: string | null,
  requested: readonly Parameters<typeof ownGuarantee>[0][],
): Promise<Remark[]> {
  const parsed = parseTenderId(id ?? '');
  if (!parsed.ok) return [];
  const { id: code, type } = parsed.code;
  const tender = await findKnownTender(code);
  return remarksOn(lawTender(type, tender?.value), requested.map(ownGuarantee));
}
