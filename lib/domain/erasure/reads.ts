import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

export type ErasureCounts = {
  requests: number;
  messages: number;
  meetings: number;
  drafts: number;
};

/**
 * Returns the SQL condition for drafts that contain this e-mail (lower case), also in values that a
 * page refused.
 */
export function draftsWithEmailCondition(email: string): SQL {
  return sql`((lower(answers ->> '$.values.email')) = ${email}
    or exists (select 1 from json_each(case when attempt ->> '$.step' = 'contacto' then attempt end, '$.values')
      where ${containsEmailCondition(sql`value`, email)}))`;
}

/**
 * SQL condition for text that contains an e-mail, but not as part of another, such as `xana@x.cl`
 * or `ana@x.cl.com`.
 */
function containsEmailCondition(text: SQL, email: string): SQL {
  const letters = 'a-z0-9\u00c0-\u1fff';
  const nonLetter = `[^${letters}!#$%&'*+/=?^_\`{|}~.-]`;
  const escaped = email.replace(/[*?[]/g, '[$&]');
  const patterns = [nonLetter, `${nonLetter}[.']`].flatMap((start) =>
    [`[^${letters}.-]`, `.[^${letters}]`].map((end) => `*${start}${escaped}${end}*`),
  );
  return sql`(${sql.join(
    patterns.map((pattern) => sql`'  ' || lower(${text}) || '  ' glob ${pattern}`),
    sql` or `,
  )})`;
}

export async function countErasable(owner: string): Promise<ErasureCounts> {
  const [row] = await getDb().read.all<ErasureCounts>(sql`select
    (select count(*) from leads where owner = ${owner} and kind = 'garantia') as requests,
    (select count(*) from leads where owner = ${owner} and kind <> 'garantia') as messages,
    (select count(*) from bookings where email = ${owner}) as meetings,
    (select count(*) from drafts where ${draftsWithEmailCondition(owner)} and submission_id is null) as drafts`);
  return row ?? { requests: 0, messages: 0, meetings: 0, drafts: 0 };
}
