import { sql } from 'drizzle-orm';
import type { Extension } from '#lib/domain/issued-guarantees/view.ts';
import { idList } from '#lib/domain/requests/team/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Maps guarantee numbers to their contact, last offered extension and extension request. */
export async function listExtensions(numbers: number[]): Promise<Map<number, Extension>> {
  const rows = await getDb().read.all<Extension & { number: number }>(extensionsOf(numbers));
  return new Map(rows.map(({ number, ...extension }) => [number, extension]));
}

export const extensionsOf = (numbers: number[]) => sql`
    select g.number, (select max(l.id) from leads l
        where l.owner = g.owner and l.erased_at is null) as contactId,
      (select max(e.at) from guarantee_events e
        where e.guarantee = g.number and e.kind = 'ofrecida') as offeredAt,
      a.id as requestLead, a.submission_id as requestedIn, a.created_at as requestedAt
    from issued_guarantees g left join leads a on a.id = (
      select l.id from leads l join submissions s on s.id = l.submission_id
      where l.owner = g.owner and l.state <> 'rechazada' and exists (select 1
        from json_each(s.answers, '$.garantias') i where i.value ->> '$.renews' = g.number)
      order by l.id desc limit 1)
    where g.number in (${idList(numbers)})`;
