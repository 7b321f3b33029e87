import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

/** `N.º 18 Camila Torres`, by which the tabs of several leads are told apart; null: there is none. */
export async function findTitle(id: string): Promise<string | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const [lead] = await getDb().read.all<{ title: string }>(
    sql`select trim('N.º ' || coalesce(submission_id, id) || ' ' || name) as title
      from leads where id = ${Number(id)} limit 1`,
  );
  return lead?.title ?? null;
}
