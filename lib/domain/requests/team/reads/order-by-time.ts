import { type SQL, sql } from 'drizzle-orm';
import type { ListFilter } from '#lib/domain/requests/team/list-query.ts';
import {
  deadlineCondition,
  filterCondition,
  idRangeOf,
  turnCondition,
  weekEnd,
} from '#lib/domain/requests/team/reads/filters.ts';
import {
  LEADS_PAGE_SIZE,
  type LeadsPage,
  readLeadRows,
  type StoredLead,
} from '#lib/domain/requests/team/reads/rows.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * A page. Its cursor is `<time>-<id>` for leads that have the time, and `<mark><id>` for all
 * others.
 */
export type CursorPage = LeadsPage<string>;

export type PageQuery = {
  me: string;
  now: number;
  before?: string | undefined;
  limit?: number;
  /** Reverses the order, so that the leads nearest to `before` come first. */
  isBackwards?: boolean;
};

const dueOrder = {
  from: sql`leads indexed by leads_by_due`,
  time: sql`due_at`,
  timeOf: ({ dueAt }: StoredLead) => dueAt,
};

/** Selects all leads except those that are paid and wait for an issue. */
export const unpaidCondition = sql`(${turnCondition('issue')}) is not true`;

/**
 * Orders by a time, soonest first. Leads without the time follow, newest first or, for `urgent`,
 * oldest first.
 */
export const timeOrders = {
  closing: { ...dueOrder, timedCondition: (now: number) => deadlineCondition('open', now) },
  urgent: {
    ...dueOrder,
    timedCondition: (now: number) =>
      sql`(${deadlineCondition('week', now)} and ${unpaidCondition})`,
  },
  waiting: {
    from: sql`leads indexed by leads_by_unanswered`,
    time: sql`unanswered_since`,
    timeOf: ({ unansweredSince }: StoredLead) => unansweredSince,
    timedCondition: () => sql`unanswered_since is not null`,
  },
};
export type TimeOrder = keyof typeof timeOrders;

/** Lists only the leads that have the time of the order. An index holds them in this order. */
export async function listWithTime(
  order: TimeOrder,
  filter: ListFilter,
  query: PageQuery,
): Promise<CursorPage> {
  const { limit = LEADS_PAGE_SIZE, isBackwards = false } = query;
  const ids = sql`select id from (${await idsWithTime(order, filter, query)} limit ${limit + 1})`;
  const rows = await readLeadRows(getDb().read, ids);
  const time = (lead: StoredLead) => timeOrders[order].timeOf(lead) ?? 0;
  rows.sort((a, b) => (isBackwards ? -1 : 1) * (time(a) - time(b) || a.id - b.id));
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  return { leads, before: rows.length > limit && last ? cursorOf(order, last) : null };
}

export function hasTime(order: TimeOrder, lead: StoredLead, now: number): boolean {
  const time = timeOrders[order].timeOf(lead);
  const isPast = order !== 'waiting' && time !== null && time <= now && !isCallToday(lead, now);
  const isFar = order === 'urgent' && time !== null && time >= weekEnd(now);
  return time !== null && !isPast && !isFar;
}

/** Returns whether the deadline of the lead is a call that the team can still make today. */
function isCallToday({ kind, dueAt, waitsUntil }: StoredLead, now: number): boolean {
  return kind !== 'garantia' && (waitsUntil ?? 0) > now && (dueAt ?? 0) > startOfDay(isoDay(now));
}

export function cursorOf(order: TimeOrder, lead: StoredLead): string {
  return `${timeOrders[order].timeOf(lead) ?? 0}-${lead.id}`;
}

/** Selects ids in the order of the list, without a limit. */
export async function idsWithTime(
  order: TimeOrder,
  filter: ListFilter,
  { me, now, before, isBackwards = false }: PageQuery,
): Promise<SQL> {
  const { from, time, timedCondition } = timeOrders[order];
  const { times } = await idRangeOf(getDb().read, filter, undefined);
  const [at = 0, cursorId = 0] = (before ?? '').split('-').map(Number);
  const [beyond, direction] = isBackwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const cursorCondition = before
    ? sql`and ${time} ${beyond}= ${at} and (${time}, id) ${beyond} (${at}, ${cursorId})`
    : sql``;
  return sql`select id from ${from} where ${timedCondition(now)} ${cursorCondition}
    and ${filterCondition(filter, me)} ${times} order by ${time} ${direction}, id ${direction}`;
}
