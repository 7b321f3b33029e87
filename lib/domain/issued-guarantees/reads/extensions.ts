import { and, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { openCondition } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { EXPIRING_DAYS } from '#lib/domain/issued-guarantees/rules.ts';
import type { Extension } from '#lib/domain/issued-guarantees/view.ts';
import { idList } from '#lib/domain/requests/team/reads/rows.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';

/** Maps guarantee numbers to their contact, last offered extension and extension request. */
export async function listExtensions(numbers: number[]): Promise<Map<number, Extension>> {
  const rows = await getDb().read.all<Extension & { number: number }>(extensionsQuery(numbers));
  return new Map(rows.map(({ number, ...extension }) => [number, extension]));
}

/** Days after the end of a guarantee for which the panel still asks what happened to it. */
export const LAPSED_DAYS = 60;

/**
 * SQL condition for guarantees about which the person must act: they are about to end and no
 * extension was requested, or they expired and nobody reported what happened.
 */
export function needsActionCondition(now: number): SQL | undefined {
  const today = isoDay(now);
  const { validTo, reported } = issuedGuarantees;
  return and(
    openCondition,
    lte(validTo, addDays(today, EXPIRING_DAYS)),
    or(gte(validTo, today), and(isNull(reported), gte(validTo, addDays(today, -LAPSED_DAYS)))),
    sql`not exists (select 1 from ${extensionRequestsFrom(sql`issued_guarantees`)})`,
  );
}

/** SQL for the requests that extend the guarantee of the row `guarantee`. */
const extensionRequestsFrom = (
  guarantee: SQL,
) => sql`leads l join submissions s on s.id = l.submission_id
      where l.owner = ${guarantee}.owner and l.state <> 'rechazada' and exists (select 1
        from json_each(s.answers, '$.garantias') i where i.value ->> '$.renews' = ${guarantee}.number)`;

export const extensionsQuery = (numbers: number[]) => sql`
    select g.number, (select max(l.id) from leads l
        where l.owner = g.owner and l.erased_at is null) as contactId,
      (select max(e.at) from guarantee_events e
        where e.guarantee = g.number and e.kind = 'ofrecida') as offeredAt,
      a.id as requestLeadId, a.submission_id as requestSubmissionId, a.created_at as requestedAt,
      a.email as requesterEmail, a.name as requesterName
    from issued_guarantees g left join leads a on a.id = (
      select l.id from ${extensionRequestsFrom(sql`g`)}
      order by l.id desc limit 1)
    where g.number in (${idList(numbers)})`;
