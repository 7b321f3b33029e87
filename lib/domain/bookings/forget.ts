import { type SQL, sql } from 'drizzle-orm';
import { forgetEvents } from '#lib/domain/webhooks/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';

/**
 * Inside a write: meetings and what providers told of them go, and only their uids stay known, as
 * long after the meeting as events are kept: the next event would bring the person back.
 * `meetings`: selects `subject` (a uid) and `until` (when it begins, or null).
 */
export async function forgetMeetings(
  tx: Tx,
  { meetings, now }: { meetings: SQL; now: number },
): Promise<void> {
  await forgetEvents(tx, 'scheduling', { things: meetings, now });
  await tx.run(sql`delete from bookings where uid in (select subject from (${meetings}))`);
}
