import { sql } from 'drizzle-orm';
import type { Reads } from '#lib/platform/db/client.ts';

/** When the next delivery may be tried (ms), or null when none waits. */
export async function findNextDue(read: Reads): Promise<number | null> {
  // Not `get`: drizzle-orm 0.45 throws there when no row is found.
  const rows = await read.all<{ dueAt: number }>(sql`
    select due_at as "dueAt" from deliveries
    where state = 'waiting' and due_at > 0 order by due_at limit 1`);
  return rows[0]?.dueAt ?? null;
}
