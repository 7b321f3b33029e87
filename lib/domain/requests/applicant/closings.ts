import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { SUSPENDED } from '#lib/domain/marketplace/rules.ts';
import { awaitsDocumentsCondition } from '#lib/domain/requests/requested-documents/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';

const SOON_MS = 7 * DAY;
/** Time (ms) for which the panel mentions a closed tender. */
const CLOSED_MS = 60 * DAY;
const MAX_LISTED_CLOSINGS = 100;

type ClosingFilter = 'semana' | 'cerrada';

const closesAtColumn = sql<number | null>`(select t.closes_at
  from marketplace_tenders t where t.code = ${leads.tenderId})`;

/** Columns about the closing of a request's tender. */
export const closingColumns = () => ({
  closesAt: closesAtColumn,
  isTenderSuspended: sql`exists (select 1 from marketplace_tenders t
    where t.code = ${leads.tenderId} and t.state_code = ${SUSPENDED})`.mapWith(Boolean),
});

const undecidedCondition = sql`${leads.state} not in ('rechazada', 'emitida')`;

const bidBondCondition = sql`exists (select 1
  from submissions b, json_each(b.answers, '$.garantias') i
  where b.id = ${leads.submissionId} and i.value ->> '$.tipoGarantia' = 'seriedad'
    and i.value ->> '$.renews' is null)`;

/**
 * SQL condition for requests of bid bonds, by the closing of their tenders. `semana` selects those
 * that close within a week; `cerrada` those that closed while the request is undecided and its
 * applicant has not written since.
 */
export function closingCondition(filter: ClosingFilter, now: number): SQL | undefined {
  if (filter === 'semana') {
    return and(
      sql`${closesAtColumn} between ${now + 1} and ${now + SOON_MS}`,
      sql`${leads.state} <> 'rechazada'`,
      bidBondCondition,
    );
  }
  return and(
    sql`${closesAtColumn} between ${now - CLOSED_MS} and ${now}`,
    undecidedCondition,
    sql`not exists (select 1 from lead_events e
      where e.lead_id = ${leads.id} and e.kind = 'message' and e.at > ${closesAtColumn})`,
    bidBondCondition,
  );
}

/** Lists the numbers of the account holder's requests whose tenders have closed, newest first. */
export async function listClosedRequests({ owner, now }: Pick<SignedInCtx, 'owner' | 'now'>) {
  const rows = await getDb()
    .read.select({ submissionId: sql<number>`${leads.submissionId}` })
    .from(leads)
    .where(and(eq(leads.owner, owner), closingCondition('cerrada', now)))
    .orderBy(desc(leads.id))
    .limit(MAX_LISTED_CLOSINGS);
  return rows.map(({ submissionId }) => submissionId);
}

/** Counts the requests that need an act of their applicant, for each of the owners. */
export async function countPendingRequests(owners: string[], now: number) {
  const { owner } = leads;
  const rows = await getDb()
    .read.select({ owner, pending: count() })
    .from(leads)
    .where(
      and(
        inArray(owner, owners),
        sql`${leads.submissionId} is not null`,
        or(
          inArray(leads.lastAct, ['asked', 'offered']),
          and(undecidedCondition, awaitsDocumentsCondition(now)),
          closingCondition('cerrada', now),
        ),
      ),
    )
    .groupBy(owner);
  return new Map(rows.map((row) => [row.owner, row.pending]));
}
