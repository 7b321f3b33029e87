import { type SQL, sql } from 'drizzle-orm';
import {
  type InboxPage,
  type ListFilter,
  readInboxPage,
} from '#lib/domain/requests/team/list-query.ts';
import {
  closesIn,
  conditionsOf,
  spanOf,
  weekEnd,
} from '#lib/domain/requests/team/reads/filters.ts';
import { listLeads } from '#lib/domain/requests/team/reads/list-leads.ts';
import {
  type LeadsPage,
  leadRows,
  listed,
  PAGE,
  type StoredLead,
} from '#lib/domain/requests/team/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** The cursor is `<time>-<id>` among leads that have the time, and `<id>` after them. */
type LedPage = LeadsPage<string>;

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
  const by = leaderOf(page);
  if (by) return (filter.closing ? listLeading : listLed)(by, filter, { me, now, before });
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
  const by = leaderOf(page);
  if (by) return neighboursLed(by, page, { id, me, now });
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
type Leader = keyof typeof leaders;

/** A search has its own order, and a list of closings always has the order `closing`. */
function leaderOf({ q, closing, sort }: InboxPage): Leader | null {
  if (q) return null;
  if (closing) return 'closing';
  return sort === 'closing' || sort === 'waiting' || sort === 'urgent' ? sort : null;
}

/** Lists only the leads that have the time, by the index on it. */
async function listLeading(by: Leader, filter: ListFilter, query: PageQuery): Promise<LedPage> {
  const { limit = PAGE, backwards = false } = query;
  const ids = sql`select id from (${await leadingIds(by, filter, query)} limit ${limit + 1})`;
  const rows = await leadRows(getDb().read, ids);
  const time = (lead: StoredLead) => leaders[by].timeOf(lead) ?? 0;
  rows.sort((a, b) => (backwards ? -1 : 1) * (time(a) - time(b) || a.id - b.id));
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  return { leads, before: rows.length > limit && last ? placeOf(by, last) : null };
}

/** Lists first the leads that have the time, then the others by id. */
async function listLed(by: Leader, filter: ListFilter, query: PageQuery): Promise<LedPage> {
  const { me, before, now, limit = PAGE } = query;
  const isBehind = isPlain(before);
  const leading = isBehind ? null : await listLeading(by, filter, query);
  if (leading?.before) return leading;
  const first = leading?.leads ?? [];
  const room = limit - first.length;
  const { leads, before: more } = await listLeads(filter, {
    ...{ me, without: leaders[by].has(now), limit: room || 1, oldest: by === 'urgent' },
    before: isBehind ? Number(before) : undefined,
  });
  const last = first.at(-1);
  if (room > 0) return { leads: [...first, ...leads], before: more === null ? null : `${more}` };
  return { leads: first, before: last && leads.length > 0 ? placeOf(by, last) : null };
}

async function neighboursLed(
  by: Leader,
  page: InboxPage,
  { id, me, now }: { id: number; me: string; now: number },
): Promise<Neighbours> {
  const { before: _, sort: __, ...filter } = page;
  const [lead] = await leadRows(getDb().read, listed([id]));
  if (!lead || (filter.closing && !lead.dueAt)) return { previous: null, next: null };
  const place = leadingPlaceOf(by, lead, now);
  const following = await listPage({ ...page, before: place ?? `${id}` }, { me, now });
  const behind = { me, limit: 1, before: id, without: leaders[by].has(now) };
  const newer = place ? null : await listLeads(filter, { ...behind, oldest: by !== 'urgent' });
  const leading = { me, now, limit: 1, before: place ?? undefined, backwards: true };
  const sooner = await listLeading(by, filter, leading);
  const [previous] = [...(newer?.leads ?? []), ...sooner.leads];
  return { previous: previous?.id ?? null, next: following.leads[0]?.id ?? null };
}

/** Returns the cursor of a lead that has the time, or null for other leads. */
function leadingPlaceOf(by: Leader, lead: StoredLead, now: number): string | null {
  const time = leaders[by].timeOf(lead);
  const isPast = by !== 'waiting' && time !== null && time <= now;
  const isFar = by === 'urgent' && time !== null && time >= weekEnd(now);
  return time === null || isPast || isFar ? null : placeOf(by, lead);
}

function placeOf(by: Leader, lead: StoredLead): string {
  return `${leaders[by].timeOf(lead) ?? 0}-${lead.id}`;
}

/** Selects ids in the order of the list, without a limit. */
export async function leadingIds(
  by: Leader,
  filter: ListFilter,
  { me, now, before, backwards = false }: PageQuery,
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

/** Returns whether the cursor is an id without a time. */
function isPlain(before: string | undefined): boolean {
  return /^\d+$/.test(before ?? '');
}
