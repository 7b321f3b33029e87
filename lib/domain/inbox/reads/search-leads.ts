import { type SQL, sql } from 'drizzle-orm';
import { conditionsOf, type Span, spanOf } from '#lib/domain/inbox/reads/conditions.ts';
import {
  type Asked,
  cut,
  type LeadsPage,
  leadRows,
  listed,
  PAGE,
  type StoredLead,
} from '#lib/domain/inbox/reads/rows.ts';
import {
  hasOpenPhrase,
  type Plan,
  planOf,
  quickPlanOf,
  readSearch,
  type Search,
} from '#lib/domain/inbox/rules.ts';
import type { InboxFilter } from '#lib/domain/inbox/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** How many matches a page looks at for rows that the rest of the filter lets through. */
const LOOKS = [100, 1000, 4000, 4000];
const QUICK_LOOK = 500;

/**
 * Newest first, except that the request of the number that was typed leads. An unfinished word that
 * begins many words would make the index merge all of them, so the newest matches of its first
 * letters are compared here first: common beginnings fill the page, rare ones cost the index little.
 */
export async function searchLeads(
  filter: InboxFilter & { q: string },
  { me, before, limit = PAGE }: Asked,
): Promise<LeadsPage> {
  const { read } = getDb();
  const search = readSearch(filter.q);
  const span = await spanOf(read, filter, before);
  const rest = sql`${conditionsOf(filter, me)} ${span.times}`;
  const pick = (ids: SQL) =>
    leadRows(read, sql`select id from leads where id in (${ids}) and ${rest}`);
  if (search.email && (await isKnown(search.email))) {
    return cut(await leadRows(read, idsOf(search.email, { span, rest, limit })), limit);
  }
  const numbered = await pick(idsByNumber(search.number));
  const exact = before === undefined ? numbered : [];
  if (search.phrases.length === 0) return cut(exact, limit);
  const found = (await quickly()) ?? (await inBatches());
  const others = found.leads.filter(({ id }) => !numbered.some((lead) => lead.id === id));
  return { ...found, leads: [...exact, ...others] };

  async function quickly(): Promise<LeadsPage | null> {
    const plan = quickPlanOf(search);
    if (!plan) return null;
    const { ids, rows } = await look(plan, span, QUICK_LOOK);
    return rows.length > limit || ids.length < QUICK_LOOK ? cut(rows, limit) : null;
  }

  async function inBatches(): Promise<LeadsPage> {
    const plan = planOf(search);
    const found: StoredLead[] = [];
    let { below } = span;
    let lookedAt = 0;
    for (const most of LOOKS) {
      const { ids, rows } = await look(plan, { ...span, below }, most);
      found.push(...rows);
      if (found.length > limit || ids.length < most) return cut(found, limit);
      below = ids.at(-1) ?? 0;
      lookedAt += ids.length;
    }
    return { leads: found, before: below, lookedAt };
  }

  async function look({ match, compare }: Plan, within: Span, most: number) {
    const ids = await matches(match, within, most);
    const rows = await pick(listed(ids));
    return { ids, rows: compare ? rows.filter((row) => hasOpenPhrase(search, row)) : rows };
  }
}

async function isKnown(email: string): Promise<boolean> {
  const rows = await getDb().read.all(sql`select 1 from leads where email = ${email} limit 1`);
  return rows.length > 0;
}

function idsOf(email: string, { span, rest, limit }: { span: Span; rest: SQL; limit: number }) {
  return sql`select id from leads where email = ${email} and id > ${span.above}
    and id < ${span.below} and ${rest} order by id desc limit ${limit + 1}`;
}

/** A request is known to people by the number of its submission, other leads by their own. */
function idsByNumber(number: Search['number']): SQL {
  return sql`select id from leads where submission_id = ${number}
    union select id from leads where id = ${number} and kind <> 'garantia'`;
}

async function matches(match: string, { above, below }: Span, limit: number): Promise<number[]> {
  const rows = await getDb().read.all<{ id: number }>(sql`
    select rowid as id from leads_search where leads_search match ${match}
      and rowid > ${above} and rowid < ${below} order by rowid desc limit ${limit}`);
  return rows.map(({ id }) => id);
}
