import { type SQL, sql } from 'drizzle-orm';
import {
  type InboxPage,
  type ListFilter,
  readInboxPage,
} from '#lib/domain/requests/team/list-query.ts';
import {
  closesIn,
  filterCondition,
  isTooLate,
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

/** The cursor is `<time>-<id>` among leads that have the time, `<id>` after them, `c<id>` at last. */
type CursorPage = LeadsPage<string>;

type PageQuery = {
  me: string;
  now: number;
  before?: string | undefined;
  limit?: number;
  /** Reverses the direction, so that the leads nearest before `before` come first. */
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

/** Finds a lead's neighbours, even if it left the list; in a search, `previous` on its page. */
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

/** Lists the leads that have the time, then the others by id; `urgent` ends with those too late. */
async function listByTimeThenId(
  by: TimeOrder,
  filter: ListFilter,
  query: PageQuery,
): Promise<CursorPage> {
  const { me, before = '', now, limit = PAGE } = query;
  const byId = (stage: Stage) => async (limit: number, cursor?: string) => {
    const { leads, before } = await listLeads(filter, {
      ...{ me, limit, without: leftOut(by, stage, now), oldest: by === 'urgent' },
      before: cursor ? idOf(cursor) : undefined,
    });
    return { leads, before: before === null ? null : cursorById(stage, before) };
  };
  const withTime = (limit: number, before?: string) =>
    listWithTime(by, filter, { me, now, limit, before });
  const stages = [withTime, byId('others'), ...(by === 'urgent' ? [byId('late')] : [])];
  const from = isLate(before) ? 2 : isPlain(before) ? 1 : 0;
  const leads: StoredLead[] = [];
  let reached: string | null = null;
  for (const [at, list] of stages.slice(from).entries()) {
    const room = limit - leads.length;
    const page = await list(room || 1, at === 0 && before ? before : undefined);
    if (room === 0 && page.leads.length > 0) return { leads, before: reached };
    if (room > 0) leads.push(...page.leads);
    if (room > 0 && page.before !== null) return { leads, before: page.before };
    const last = room > 0 && page.leads.at(-1);
    if (last) reached = from + at === 0 ? cursorOf(by, last) : cursorById('others', last.id);
  }
  return { leads, before: null };
}

/** The leads without the time are listed by id: those too late after the others. */
type Stage = 'others' | 'late';

/** Selects the leads that a stage leaves out. */
function leftOut(by: TimeOrder, stage: Stage, now: number): SQL {
  if (stage === 'late') return sql`not ${isTooLate(now)}`;
  const has = timeOrders[by].has(now);
  return by === 'urgent' ? sql`(${has}) or ${isTooLate(now)}` : has;
}

async function neighboursByTime(
  by: TimeOrder,
  page: InboxPage,
  { id, me, now }: { id: number; me: string; now: number },
): Promise<Neighbours> {
  const { before: _, sort: __, ...filter } = page;
  const { read } = getDb();
  const [lead] = await leadRows(read, idList([id]));
  if (!lead || (filter.closing && !lead.dueAt)) return { previous: null, next: null };
  const place = cursorWithTime(by, lead, now);
  const late = sql`select id from leads where id = ${id} and ${isTooLate(now)} limit 1`;
  const stage = by === 'urgent' && !place && (await read.all(late))[0] ? 'late' : 'others';
  const own = place ?? cursorById(stage, id);
  const following = await listPage({ ...page, before: own }, { me, now });
  const before = (of: Stage) =>
    listLeads(filter, {
      ...{ me, limit: 1, without: leftOut(by, of, now), oldest: by !== 'urgent' },
      before: of === stage ? id : undefined,
    });
  const nearest = stage === 'late' ? await before('late') : null;
  const others = place ? null : await before('others');
  const leading = { me, now, limit: 1, before: place ?? undefined, backwards: true };
  const sooner = await listWithTime(by, filter, leading);
  const [previous] = [nearest, others, sooner].flatMap((list) => list?.leads ?? []);
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

/** Returns whether the cursor is the id of a request that came too late. */
function isLate(before: string): boolean {
  return before.startsWith('c');
}

function cursorById(stage: Stage, id: number): string {
  return stage === 'late' ? `c${id}` : `${id}`;
}

function idOf(cursor: string): number {
  return Number(cursor.replace('c', ''));
}
