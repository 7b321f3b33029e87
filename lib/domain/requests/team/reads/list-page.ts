import { type SQL, sql } from 'drizzle-orm';
import {
  type InboxPage,
  type ListFilter,
  readInboxPage,
} from '#lib/domain/requests/team/list-query.ts';
import {
  closesIn,
  filterCondition,
  spanOf,
  weekEnd,
} from '#lib/domain/requests/team/reads/filters.ts';
import { listLeads } from '#lib/domain/requests/team/reads/list-leads.ts';
import {
  idList,
  type LeadsPage,
  leadRows,
  PAGE,
  type StoredLead,
} from '#lib/domain/requests/team/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** The cursor is `<time>-<id>` among leads that have the time, and `<id>` after them. */
type CursorPage = LeadsPage<string>;

type PageQuery = {
  me: string;
  now: number;
  before?: string | undefined;
  limit?: number;
  /** Reverses the direction: the nearest before `before` come first. */
  backwards?: boolean;
};

export async function listPage(page: InboxPage, { me, now }: { me: string; now: number }) {
  const { before, sort, ...filter } = page;
  const by = timeOrderOf(page);
  if (by)
    return (filter.closing ? listWithTime : listByTimeThenId)(by, filter, { me, now, before });
  const id = isPlain(before) ? Number(before) : undefined;
  return listLeads(filter, { me, before: id, oldest: sort === 'oldest' });
}

export type Neighbours = { previous: number | null; next: number | null };

/** Works even when the lead has left the list. A search finds `previous` only within its page. */
export async function neighboursOf(
  list: string,
  { id, me, now }: { id: number; me: string; now: number },
): Promise<Neighbours> {
  const page = readInboxPage(list);
  const { before: _, sort, ...filter } = page;
  const by = timeOrderOf(page);
  if (by) return neighboursByTime(by, page, { id, me, now });
  if (filter.q) {
    const { leads } = await listPage(page, { me, now });
    const at = leads.findIndex((lead) => lead.id === id);
    const onPage = at < 0 ? undefined : leads[at + 1];
    const next = onPage ?? (await listLeads(filter, { me, before: id, limit: 1 })).leads[0];
    return { previous: leads[at - 1]?.id ?? null, next: next?.id ?? null };
  }
  const older = await listLeads(filter, { me, before: id, limit: 1 });
  const newer = await listLeads(filter, { me, before: id, limit: 1, oldest: true });
  const ids = [newer, older].map(({ leads }) => leads[0]?.id ?? null);
  const [previous = null, next = null] = sort === 'oldest' ? ids.reverse() : ids;
  return { previous, next };
}

const due = {
  from: sql`leads indexed by leads_by_due`,
  time: sql`due_at`,
  timeOf: ({ dueAt }: StoredLead) => dueAt,
};

/** Orders by a time, soonest first. Leads without it follow, oldest first for `urgent`. */
const timeOrders = {
  closing: { ...due, has: (now: number) => closesIn('open', now) },
  urgent: { ...due, has: (now: number) => closesIn('week', now) },
  waiting: {
    from: sql`leads indexed by leads_by_unanswered`,
    time: sql`unanswered_since`,
    timeOf: ({ unansweredSince }: StoredLead) => unansweredSince,
    has: () => sql`unanswered_since is not null`,
  },
};
type TimeOrder = keyof typeof timeOrders;

/** A search has its own order, and a list of closings always has the order `closing`. */
function timeOrderOf({ q, closing, sort }: InboxPage): TimeOrder | null {
  if (q) return null;
  if (closing) return 'closing';
  return sort === 'closing' || sort === 'waiting' || sort === 'urgent' ? sort : null;
}

/** Lists only the leads that have the time, by the index on it. */
async function listWithTime(
  by: TimeOrder,
  filter: ListFilter,
  query: PageQuery,
): Promise<CursorPage> {
  const { limit = PAGE, backwards = false } = query;
  const ids = sql`select id from (${await idsWithTime(by, filter, query)} limit ${limit + 1})`;
  const rows = await leadRows(getDb().read, ids);
  const time = (lead: StoredLead) => timeOrders[by].timeOf(lead) ?? 0;
  rows.sort((a, b) => (backwards ? -1 : 1) * (time(a) - time(b) || a.id - b.id));
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  return { leads, before: rows.length > limit && last ? cursorOf(by, last) : null };
}

/** Lists first the leads that have the time, then the others by id. */
async function listByTimeThenId(
  by: TimeOrder,
  filter: ListFilter,
  query: PageQuery,
): Promise<CursorPage> {
  const { me, before, now, limit = PAGE } = query;
  const isBehind = isPlain(before);
  const leading = isBehind ? null : await listWithTime(by, filter, query);
  if (leading?.before) return leading;
  const first = leading?.leads ?? [];
  const room = limit - first.length;
  const { leads, before: more } = await listLeads(filter, {
    ...{ me, without: timeOrders[by].has(now), limit: room || 1, oldest: by === 'urgent' },
    before: isBehind ? Number(before) : undefined,
  });
  const last = first.at(-1);
  if (room > 0) return { leads: [...first, ...leads], before: more === null ? null : `${more}` };
  return { leads: first, before: last && leads.length > 0 ? cursorOf(by, last) : null };
}

async function neighboursByTime(
  by: TimeOrder,
  page: InboxPage,
  { id, me, now }: { id: number; me: string; now: number },
): Promise<Neighbours> {
  const { before: _, sort: __, ...filter } = page;
  const [lead] = await leadRows(getDb().read, idList([id]));
  if (!lead || (filter.closing && !lead.dueAt)) return { previous: null, next: null };
  const place = cursorWithTime(by, lead, now);
  const following = await listPage({ ...page, before: place ?? `${id}` }, { me, now });
  const behind = { me, limit: 1, before: id, without: timeOrders[by].has(now) };
  const newer = place ? null : await listLeads(filter, { ...behind, oldest: by !== 'urgent' });
  const leading = { me, now, limit: 1, before: place ?? undefined, backwards: true };
  const sooner = await listWithTime(by, filter, leading);
  const [previous] = [...(newer?.leads ?? []), ...sooner.leads];
  return { previous: previous?.id ?? null, next: following.leads[0]?.id ?? null };
}

/** Returns the cursor of a lead that has the time, or null for other leads. */
function cursorWithTime(by: TimeOrder, lead: StoredLead, now: number): string | null {
  const time = timeOrders[by].timeOf(lead);
  const isPast = by !== 'waiting' && time !== null && time <= now;
  const isFar = by === 'urgent' && time !== null && time >= weekEnd(now);
  return time === null || isPast || isFar ? null : cursorOf(by, lead);
}

function cursorOf(by: TimeOrder, lead: StoredLead): string {
  return `${timeOrders[by].timeOf(lead) ?? 0}-${lead.id}`;
}

/** Selects ids in the order of the list, without a limit. */
export async function idsWithTime(
  by: TimeOrder,
  filter: ListFilter,
  { me, now, before, backwards = false }: PageQuery,
): Promise<SQL> {
  const { from, time, has } = timeOrders[by];
  const { times } = await spanOf(getDb().read, filter, undefined);
  const [at = 0, id = 0] = (before ?? '').split('-').map(Number);
  const [beyond, way] = backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const after = before
    ? sql`and ${time} ${beyond}= ${at} and (${time}, id) ${beyond} (${at}, ${id})`
    : sql``;
  return sql`select id from ${from} where ${has(now)} ${after}
    and ${filterCondition(filter, me)} ${times} order by ${time} ${way}, id ${way}`;
}

/** Returns whether the cursor is an id without a time. */
function isPlain(before: string | undefined): boolean {
  return /^\d+$/.test(before ?? '');
}
