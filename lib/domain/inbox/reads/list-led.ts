import { type SQL, sql } from 'drizzle-orm';
import type { ListFilter } from '#lib/domain/inbox/desk-schema.ts';
import { closesIn, conditionsOf, spanOf, weekEnd } from '#lib/domain/inbox/reads/conditions.ts';
import { listLeads } from '#lib/domain/inbox/reads/list-leads.ts';
import { leadRows, PAGE, type StoredLead } from '#lib/domain/inbox/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** A time that a list begins with, the soonest first; what has none follows, newest first, or of `urgent` the oldest. */
export type Leader = 'closing' | 'waiting' | 'urgent';

const due = {
  from: sql`leads indexed by leads_by_due`,
  time: sql`due_at`,
  timeOf: ({ dueAt }: StoredLead) => dueAt,
};

const leaders = {
  closing: { ...due, has: (now: number) => closesIn('open', now) },
  urgent: { ...due, has: (now: number) => closesIn('week', now) },
  waiting: {
    from: sql`leads indexed by leads_by_unanswered`,
    time: sql`unanswered_since`,
    timeOf: ({ unansweredSince }: StoredLead) => unansweredSince,
    has: () => sql`unanswered_since is not null`,
  },
};

export type LedPage = {
  leads: StoredLead[];
  /** Where the next page begins: the time and the lead, or the lead alone. */
  before: string | null;
};

type Asked = {
  me: string;
  now: number;
  before?: string | undefined;
  limit?: number;
  /** What comes before `before`, the nearest first. */
  backwards?: boolean;
};

/** Those that have the time. Walks its index, in which are those that are open. */
export async function listLeading(by: Leader, filter: ListFilter, asked: Asked): Promise<LedPage> {
  const { limit = PAGE, backwards = false } = asked;
  const ids = sql`select id from (${await leadingIds(by, filter, asked)} limit ${limit + 1})`;
  const rows = await leadRows(getDb().read, ids);
  const time = (lead: StoredLead) => leaders[by].timeOf(lead) ?? 0;
  rows.sort((a, b) => (backwards ? -1 : 1) * (time(a) - time(b) || a.id - b.id));
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  return { leads, before: rows.length > limit && last ? placeOf(by, last) : null };
}

/** All of them, by their ids: first those that have the time. */
export async function listLed(by: Leader, filter: ListFilter, asked: Asked): Promise<LedPage> {
  const { me, before, now, limit = PAGE } = asked;
  const isBehind = /^\d+$/.test(before ?? '');
  const leading = isBehind ? null : await listLeading(by, filter, asked);
  if (leading?.before) return leading;
  const first = leading?.leads ?? [];
  const room = limit - first.length;
  const { leads, before: more } = await listLeads(filter, {
    ...{ me, without: leaders[by].has(now), limit: room || 1, oldest: isOldestBehind(by) },
    before: isBehind ? Number(before) : undefined,
  });
  const last = first.at(-1);
  if (room > 0) return { leads: [...first, ...leads], before: more === null ? null : `${more}` };
  return { leads: first, before: last && leads.length > 0 ? placeOf(by, last) : null };
}

/** Of a lead among those that have the time; null behind them. */
export function leadingPlaceOf(by: Leader, lead: StoredLead, now: number): string | null {
  const time = leaders[by].timeOf(lead);
  const isPast = by !== 'waiting' && time !== null && time <= now;
  const isFar = by === 'urgent' && time !== null && time >= weekEnd(now);
  return time === null || isPast || isFar ? null : placeOf(by, lead);
}

export const isOldestBehind = (by: Leader): boolean => by === 'urgent';

/** What `without` of the list behind them is. */
export const hasTime = (by: Leader, now: number): SQL => leaders[by].has(now);

function placeOf(by: Leader, lead: StoredLead): string {
  return `${leaders[by].timeOf(lead) ?? 0}-${lead.id}`;
}

/** Without a limit: in the order of the list. */
export async function leadingIds(
  by: Leader,
  filter: ListFilter,
  { me, now, before, backwards = false }: Asked,
): Promise<SQL> {
  const { from, time, has } = leaders[by];
  const { times } = await spanOf(getDb().read, filter, undefined);
  const [at = 0, id = 0] = (before ?? '').split('-').map(Number);
  const [beyond, way] = backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const after = before
    ? sql`and ${time} ${beyond}= ${at} and (${time}, id) ${beyond} (${at}, ${id})`
    : sql``;
  return sql`select id from ${from} where ${has(now)} ${after}
    and ${conditionsOf(filter, me)} ${times} order by ${time} ${way}, id ${way}`;
}
