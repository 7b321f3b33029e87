import { and, eq, inArray, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { SECOND } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Time after the last request of an open page for which its advisor counts as looking at the lead.
 */
const WATCHED_MS = 30 * SECOND;

type Watch = { leadId: number; accountId: string; at: number };

/**
 * Each server knows only its own visitors. There is no table, because the entries live for seconds.
 */
const allWatches = () => singleton('lead-watches', () => ({ watches: [] as Watch[] }));

/**
 * Records whether an advisor looks at a lead now. Returns the names of the others who look at it.
 */
export async function watchLead(
  { accountId, now }: AdminCtx,
  leadId: number,
  isWatching: boolean,
): Promise<string[]> {
  const store = allWatches();
  store.watches = store.watches.filter(
    (other) =>
      Math.abs(now - other.at) < WATCHED_MS &&
      !(other.leadId === leadId && other.accountId === accountId),
  );
  const otherWatches = store.watches.filter((watch) => watch.leadId === leadId);
  if (isWatching) store.watches.push({ leadId, accountId, at: now });
  if (otherWatches.length === 0) return [];
  const ids = otherWatches.map((watch) => watch.accountId);
  const nameColumn = sql<string>`coalesce(${accounts.name}, ${accounts.email})`;
  const rows = await getDb()
    .read.select({ name: nameColumn })
    .from(accounts)
    .where(and(eq(accounts.role, 'admin'), inArray(accounts.id, sqlList(ids))))
    .orderBy(nameColumn);
  return rows.map(({ name }) => name);
}
