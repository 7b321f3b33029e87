import { sql } from 'drizzle-orm';
import type { Reads } from '#lib/platform/db/client.ts';

/** When the next delivery may be tried (ms), or null when none waits. */
export async function findNextDue(read: Reads): Promise<number | null> {
  const row = await read.get<{ dueAt: number } | undefined>(sql`
    select due_at as "dueAt" from deliveries
    where state = 'waiting' and due_at > 0 order by due_at limit 1`);
  return row?.dueAt ?? null;
}
