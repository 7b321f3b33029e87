import { sql } from 'drizzle-orm';
import { earliestLiveTimes } from '#lib/domain/accounts/reads/accounts.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';

export type LiveSessions = { sessions: number; seenAt: number | null };

/**
 * Counts the open sessions of each account. The sessions of a company are those that act for it.
 * `seenAt` (ms) is the last use. Accounts without a session are missing.
 */
export async function listLiveSessions(
  accountIds: readonly string[],
  now: number,
): Promise<Map<string, LiveSessions>> {
  const ids = sqlList(accountIds);
  const [seenAfter, createdAfter] = earliestLiveTimes(now);
  const rows = await getDb().read.all<LiveSessions & { id: string }>(sql`
    select holder as id, count(*) as sessions, max(seen_at) as "seenAt" from (
      select account_id as holder, seen_at, created_at from sessions where account_id in ${ids}
      union all select company_id, seen_at, created_at from sessions where company_id in ${ids})
    where seen_at > ${seenAfter} and created_at > ${createdAfter} group by holder`);
  return new Map(rows.map(({ id, ...liveSessions }) => [id, liveSessions]));
}
