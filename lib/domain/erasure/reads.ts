import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

export type Erasable = { requests: number; messages: number; meetings: number; drafts: number };

/** On `drafts`: those whose answers, or last refused page, give this address (lower case). */
export function draftsOf(email: string): SQL {
  return sql`((lower(answers ->> '$.values.email')) = ${email}
    or (lower(attempt ->> '$.values.email')) = ${email})`;
}

export async function countErasable(email: string): Promise<Erasable> {
  const [row] = await getDb().read.all<Erasable>(sql`select
    (select count(*) from leads where email = ${email} and kind = 'garantia') as requests,
    (select count(*) from leads where email = ${email} and kind <> 'garantia') as messages,
    (select count(*) from bookings where email = ${email}) as meetings,
    (select count(*) from drafts where ${draftsOf(email)} and submission_id is null) as drafts`);
  return row ?? { requests: 0, messages: 0, meetings: 0, drafts: 0 };
}
