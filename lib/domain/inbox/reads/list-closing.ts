import { type SQL, sql } from 'drizzle-orm';
import type { ListFilter } from '#lib/domain/inbox/desk-schema.ts';
import { closesIn, conditionsOf, spanOf } from '#lib/domain/inbox/reads/conditions.ts';
import { listLeads } from '#lib/domain/inbox/reads/list-leads.ts';
import { leadRows, PAGE, type StoredLead } from '#lib/domain/inbox/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

export type ClosingPage = {
  leads: StoredLead[];
  /** Where the next page begins: closing, tender and lead. */
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

/**
 * Leads whose tender has still to close, soonest first. Walks the open tenders that are known here,
 * some thousands, so what it reads does not grow with the leads.
 */
export async function listClosing(filter: ListFilter, asked: Asked): Promise<ClosingPage> {
  const { limit = PAGE, backwards = false } = asked;
  const ids = sql`select id from (${await closingIds(filter, asked)} limit ${limit + 1})`;
  const rows = await leadRows(getDb().read, ids);
  rows.sort((a, b) => (backwards ? -1 : 1) * compare(placeOf(a), placeOf(b)));
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  return { leads, before: rows.length > limit && last ? placeOf(last).join('-') : null };
}

/** All leads: those whose tender has still to close, then the others, newest first, by their ids. */
export async function listByClosing(filter: ListFilter, asked: Asked): Promise<ClosingPage> {
  const { me, now, before, limit = PAGE } = asked;
  const isBehind = /^\d+$/.test(before ?? '');
  const closing = isBehind ? null : await listClosing({ ...filter, closing: 'open' }, asked);
  if (closing?.before) return closing;
  const first = closing?.leads ?? [];
  const room = limit - first.length;
  const { leads, before: more } = await listLeads(filter, {
    ...{ me, closedBy: now, limit: room || 1 },
    before: isBehind ? Number(before) : undefined,
  });
  const last = first.at(-1);
  if (room > 0) return { leads: [...first, ...leads], before: more === null ? null : `${more}` };
  return { leads: first, before: last && leads.length > 0 ? placeOf(last).join('-') : null };
}

type Place = readonly [closesAt: number, tender: number, lead: number];

/** Of a lead in the list; also the `before` of what follows it. */
export function placeOf({ closesAt, tenderRow, id }: StoredLead): Place {
  return [closesAt ?? 0, tenderRow ?? 0, id];
}

function compare(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Without a limit: in the order of the list. */
export async function closingIds(
  { closing, ...filter }: ListFilter,
  { me, now, before, backwards = false }: Asked,
): Promise<SQL> {
  const span = await spanOf(getDb().read, filter, undefined);
  const [at, tender, lead] = (before ?? '').split('-').map(Number);
  const [beyond, way] = backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const after = before
    ? sql`and closes_at ${beyond}= ${at ?? 0} and (closes_at, tender_row, id) ${beyond}
        (${at ?? 0}, ${tender ?? 0}, ${lead ?? 0})`
    : sql``;
  return sql`select id from
    (select id as tender_row, code, closes_at from marketplace_tenders) cross join leads
    on tender_id = code where ${closesIn(closing, now)} ${after}
    and ${conditionsOf(filter, me)} ${span.times}
    order by closes_at ${way}, tender_row ${way}, id ${way}`;
}
