import { type SQL, sql } from 'drizzle-orm';
import { rememberErased } from '#lib/domain/webhooks/writes.ts';
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
  const uids = sql`(select subject from (${meetings}))`;
  await rememberErased(tx, 'scheduling', { things: meetings, now });
  // The keys stay, so that an event that is sent again is not taken for a new one.
  await tx.run(sql`update webhook_events set body = '{}', subject = null, replaces = null where id in (
      select id from webhook_events where source = 'scheduling' and subject in ${uids}
      union select id from webhook_events where replaces in ${uids})`);
  await tx.run(sql`delete from bookings where uid in ${uids}`);
}
