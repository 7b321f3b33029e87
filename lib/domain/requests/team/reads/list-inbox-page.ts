import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  type InboxPage,
  type ListFilter,
  parseInboxPage,
} from '#lib/domain/requests/team/list-query.ts';
import { missedClosingCondition } from '#lib/domain/requests/team/reads/filters.ts';
import { listLeads } from '#lib/domain/requests/team/reads/list-leads.ts';
import {
  type CursorPage,
  cursorOf,
  hasTime,
  listWithTime,
  type PageQuery,
  type TimeOrder,
  timeOrders,
  unpaidCondition,
} from '#lib/domain/requests/team/reads/order-by-time.ts';
import {
  idList,
  LEADS_PAGE_SIZE,
  readLeadRows,
  type StoredLead,
} from '#lib/domain/requests/team/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

export async function listInboxPage(page: InboxPage, { me, now }: { me: string; now: number }) {
  const { before, sort, ...filter } = page;
  const order = timeOrderOf(page);
  if (order)
    return (filter.closing ? listWithTime : listByTimeThenId)(order, filter, { me, now, before });
  const id = isPlainId(before) ? Number(before) : undefined;
  return listLeads(filter, { me, before: id, isOldestFirst: sort === 'oldest' });
}

export type Neighbours = { previous: number | null; next: number | null };

/**
 * Finds the leads before and after a lead, even one that no longer belongs to the list. In a
 * search, `previous` is found only on the same page.
 */
export async function readNeighbours(
  list: string,
  { id, me, now }: { id: number; me: string; now: number },
): Promise<Neighbours> {
  const page = parseInboxPage(list);
  const { before: _, sort, ...filter } = page;
  const order = timeOrderOf(page);
  if (order) return neighboursByTime(order, page, { id, me, now });
  const query = { me, before: id, limit: 1 };
  if (filter.q) {
    const { leads } = await listInboxPage(page, { me, now });
    const at = leads.findIndex((lead) => lead.id === id);
    const onPage = at < 0 ? undefined : leads[at + 1];
    const next = onPage ?? (await listLeads(filter, query)).leads[0];
    return { previous: leads[at - 1]?.id ?? null, next: next?.id ?? null };
  }
  const older = await listLeads(filter, query);
  const newer = await listLeads(filter, { ...query, isOldestFirst: true });
  const ids = [newer, older].map(({ leads }) => leads[0]?.id ?? null);
  const [previous = null, next = null] = sort === 'oldest' ? ids.reverse() : ids;
  return { previous, next };
}

/** Returns by which time a list is ordered: `closing` for a list of closings, null for a search. */
function timeOrderOf({ q, closing, sort }: InboxPage): TimeOrder | null {
  if (q) return null;
  if (closing) return 'closing';
  return sort === 'closing' || sort === 'waiting' || sort === 'urgent' ? sort : null;
}

/** Parts of a list: `time` is ordered by time, others by id. `late`: unpaid, tender closed. */
type Stage = 'paid' | 'time' | 'others' | 'late';
type IdStage = Exclude<Stage, 'time'>;

/** Returns the parts of a list. `ours` begins with paid requests, because their money was taken. */
function stagesOf(order: TimeOrder, { turn }: ListFilter): readonly Stage[] {
  if (order !== 'urgent') return ['time', 'others'];
  return turn === 'ours' ? ['paid', 'time', 'others', 'late'] : ['time', 'others', 'late'];
}

type StageQuery = { me: string; now: number; limit: number; before?: number | undefined };

/** Lists one part by id: oldest first (`isOldestFirst`) or newest first. */
function listStage(
  order: TimeOrder,
  filter: ListFilter,
  { stage, now, ...query }: StageQuery & { stage: IdStage; isOldestFirst: boolean },
) {
  if (stage === 'paid') return listLeads({ ...filter, turn: 'issue' }, query);
  const excluded = excludedCondition(order, filter, { stage, now });
  return listLeads(filter, { ...query, excluded });
}

/** Lists all parts of a list one after another. */
async function listByTimeThenId(
  order: TimeOrder,
  filter: ListFilter,
  query: PageQuery,
): Promise<CursorPage> {
  const { me, before = '', now, limit = LEADS_PAGE_SIZE } = query;
  type Page = Promise<CursorPage>;
  const listStagePage = async (stage: Stage, limit: number, before?: string): Page => {
    if (stage === 'time') return listWithTime(order, filter, { me, now, limit, before });
    const page = await listStage(order, filter, {
      ...{ stage, me, now, limit, isOldestFirst: order === 'urgent' },
      before: before ? idOfCursor(before) : undefined,
    });
    return { ...page, before: page.before === null ? null : cursorById(stage, page.before) };
  };
  const stages = stagesOf(order, filter);
  const from = Math.max(0, before ? stages.indexOf(stageOfCursor(before)) : 0);
  const leads: StoredLead[] = [];
  let lastCursor: string | null = null;
  for (const [at, stage] of stages.slice(from).entries()) {
    const room = limit - leads.length;
    const page = await listStagePage(stage, room || 1, at === 0 && before ? before : undefined);
    if (room === 0 && page.leads.length > 0) return { leads, before: lastCursor };
    if (room > 0) leads.push(...page.leads);
    if (room > 0 && page.before !== null) return { leads, before: page.before };
    const last = room > 0 && page.leads.at(-1);
    if (last) lastCursor = stage === 'time' ? cursorOf(order, last) : cursorById(stage, last.id);
  }
  return { leads, before: null };
}

function excludedCondition(
  order: TimeOrder,
  filter: ListFilter,
  { stage, now }: { stage: 'others' | 'late'; now: number },
): SQL {
  if (stage === 'late') return sql`not ${missedClosingCondition(now)}`;
  const timedCondition = timeOrders[order].timedCondition(now);
  if (order !== 'urgent') return timedCondition;
  const orPaid = stagesOf(order, filter).includes('paid') ? sql`or not ${unpaidCondition}` : sql``;
  return sql`(${timedCondition}) or ${missedClosingCondition(now)} ${orPaid}`;
}

async function neighboursByTime(
  order: TimeOrder,
  page: InboxPage,
  { id, me, now }: { id: number; me: string; now: number },
): Promise<Neighbours> {
  const { before: _, sort: __, ...filter } = page;
  const [lead] = await readLeadRows(getDb().read, idList([id]));
  if (!lead || (filter.closing && !lead.dueAt)) return { previous: null, next: null };
  const stages = stagesOf(order, filter);
  const stage = await stageOfLead(order, lead, { stages, now });
  const cursor = stage === 'time' ? cursorOf(order, lead) : cursorById(stage, id);
  const nextPage = await listInboxPage({ ...page, before: cursor }, { me, now });
  let previous: number | null = null;
  for (const earlierStage of stages.slice(0, stages.indexOf(stage) + 1).reverse()) {
    const { leads } =
      earlierStage === 'time'
        ? await listWithTime(order, filter, {
            ...{ me, now, limit: 1, isBackwards: true },
            before: stage === 'time' ? cursor : undefined,
          })
        : await listStage(order, filter, {
            ...{ stage: earlierStage, me, now, limit: 1, isOldestFirst: order !== 'urgent' },
            before: earlierStage === stage ? id : undefined,
          });
    previous ??= leads[0]?.id ?? null;
  }
  return { previous, next: nextPage.leads[0]?.id ?? null };
}

async function stageOfLead(
  order: TimeOrder,
  lead: StoredLead,
  { stages, now }: { stages: readonly Stage[]; now: number },
): Promise<Stage> {
  const fits = async (condition: SQL) =>
    (await getDb().read.$count(leads, and(eq(leads.id, lead.id), condition))) > 0;
  if (order === 'urgent' && (await fits(sql`not ${unpaidCondition}`))) {
    return stages.includes('paid') ? 'paid' : 'others';
  }
  if (hasTime(order, lead, now)) return 'time';
  return order === 'urgent' && (await fits(missedClosingCondition(now))) ? 'late' : 'others';
}

/** Returns whether the cursor is an id without a time. */
const isPlainId = (before: string | undefined) => /^\d+$/.test(before ?? '');

const stageMarks = { paid: 'p', others: '', late: 'c' } satisfies Record<IdStage, string>;

function cursorById(stage: IdStage, id: number): string {
  return `${stageMarks[stage]}${id}`;
}

function stageOfCursor(cursor: string): Stage {
  if (isPlainId(cursor)) return 'others';
  if (cursor.includes('-')) return 'time';
  return cursor.startsWith(stageMarks.paid) ? 'paid' : 'late';
}

function idOfCursor(cursor: string): number {
  return Number(cursor.replace(/^\D/, ''));
}
