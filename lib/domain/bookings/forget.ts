import { type SQL, sql } from 'drizzle-orm';
import { forgetEvents } from '#lib/domain/webhooks/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';

/**
 * Inside a write: only uids stay known, or the next event would bring the person back. `meetings`
 * selects `subject` (a uid) and `until` (when it begins, or null).
 */
export async function forgetMeetings(
  tx: Tx,
  { meetings, now }: { meetings: SQL; now: number },
): Promise<void> {
  await forgetEvents(tx, 'scheduling', { things: meetings, now });
  await tx.run(sql`delete from bookings where uid in (select subject from (${meetings}))`);
}
