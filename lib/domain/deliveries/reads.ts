import { sql } from 'drizzle-orm';
import type { Channel } from '#lib/domain/deliveries/rules.ts';
import type { Reads } from '#lib/platform/db/client.ts';

export type NextDue = Record<Channel, number | null>;

/** When the next delivery of each channel may be tried (ms), or null when none waits. */
export async function findNextDue(read: Reads): Promise<NextDue> {
  const next = (channel: Channel) => sql`(select due_at from deliveries
    where state = 'waiting' and channel = ${channel} and due_at > 0 order by due_at limit 1)`;
  // Not `get`: drizzle-orm 0.45 throws there when no row is found.
  const rows = await read.all<NextDue>(sql`select ${next('mail')} as mail, ${next('crm')} as crm`);
  return rows[0] ?? { mail: null, crm: null };
}
