import { sql } from 'drizzle-orm';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';

export const DAILY_CALLS = 10_000;
/**
 * Limit for calls about codes that guests typed and no list contains, because they may be invented.
 */
export const MAX_UNLISTED_CALLS = DAILY_CALLS * 0.8;
const WARN_AT = DAILY_CALLS * 0.8;

/**
 * Counts a call of this day in Chile and logs a warning at 80 % of the quota. Throws `quota` at
 * `limit`.
 */
export async function countCall(tx: Tx, key: string, limit: number): Promise<void> {
  const day = isoDay(now());
  const [row] = await tx.all<{ calls: number }>(sql`
    insert into marketplace_calls (key, day, calls) values (${key}, ${day}, 1)
    on conflict (key) do update set day = excluded.day,
        calls = case when day = excluded.day then calls + 1 else 1 end
      where day <> excluded.day or calls < ${limit}
    returning calls`);
  if (!row) throw new MarketplaceFailure('quota');
  if (row.calls === WARN_AT) {
    log().warn({ calls: row.calls, most: DAILY_CALLS }, 'marketplace: 80 % of the day is used');
  }
}

export const callsTodayQuery = (key: string) => sql<number>`
  select calls from marketplace_calls where key = ${key} and day = ${isoDay(now())}`;
