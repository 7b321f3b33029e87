import { and, eq, isNull, sql } from 'drizzle-orm';
import type { StoredPaper } from '#lib/domain/papers/rules.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

/** Within a statement about `leads`: what the person was asked for, oldest first, and what came. */
export const askedPapersOf = sql`(
  select json_group_array(json_object('id', p.id, 'category', p.category, 'title', p.title,
    'until', p.until, 'revokedAt', p.revoked_at, 'files', json((
      select json_group_array(json_object('id', u.id, 'fileName', u.file_name, 'size', u.size,
        'verdict', u.verdict, 'addedAt', u.added_at))
      from (select * from uploads where paper_id = p.id and state = 'kept' order by added_at, id) u))))
  from (select * from asked_papers where lead_id = leads.id order by id) p)`.mapWith(
  (text: string): StoredPaper[] => JSON.parse(text),
);

/** What the newest ask says beside the names. */
export const noteOf = sql<string | null>`(select detail ->> '$.note' from lead_events e
  where e.lead_id = leads.id and e.kind = 'papers' and e.detail ->> '$.what' = 'asked'
  order by e.id desc limit 1)`;

/** A lead (`by` its number, or its request's) that is not erased, with what its person was asked for; null: there is none. */
export async function findAsked(
  id: number,
  db: Reads | Tx = getDb().read,
  by: typeof leads.id | typeof leads.submissionId = leads.id,
) {
  const [row] = await db
    .select({
      leadId: leads.id,
      submissionId: leads.submissionId,
      name: leads.name,
      email: leads.email,
      state: leads.state,
      papers: askedPapersOf,
      note: noteOf,
    })
    .from(leads)
    .where(and(eq(by, id), isNull(leads.erasedAt)))
    .limit(1);
  return row ?? null;
}
export type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>;
