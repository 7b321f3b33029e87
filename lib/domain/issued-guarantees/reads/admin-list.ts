import { type SQL, sql } from 'drizzle-orm';
import {
  ENDING_DAYS,
  ENDING_STATE,
  type IssuedFilter,
} from '#lib/domain/issued-guarantees/columns.ts';
import { guaranteeStatusBadge, guaranteeStatusCopy } from '#lib/domain/issued-guarantees/copy.ts';
import {
  type IssuedDetail,
  listGuaranteesWhere,
  openCondition,
  statusCondition,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { needsExtension } from '#lib/domain/issued-guarantees/replacement-rules.ts';
import {
  type ClaimFacts,
  codeStart,
  prefixRangesOf,
  type Range,
  type Term,
} from '#lib/domain/issued-guarantees/rules.ts';
import { monthText } from '#lib/domain/issued-guarantees/view.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { readNumberMatches } from '#lib/domain/requests/leads/reads/number-matches.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeType } from '#lib/domain/requests/submissions/schema.ts';
import { idList } from '#lib/domain/requests/team/reads/rows.ts';
import { parseSearch } from '#lib/domain/requests/team/rules.ts';
import { parseAmount } from '#lib/platform/chile/amounts.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { parseDate } from '#lib/platform/chile/dates.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { lettersOf } from '#lib/platform/chile/names.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { readMergedPage, type SortedTable } from '#lib/platform/db/merged-pages.ts';
import {
  foldedIssuerNumber,
  foldNumber,
  issuedOrders,
} from '#lib/platform/db/schema/issued-guarantees.ts';
import type { ListPage } from '#lib/platform/operations/listing.ts';
import { now as clockNow } from '#lib/platform/process/clock.ts';

const PAGE_SIZE = 25;
type AdminGuaranteesPage = ListPage<IssuedDetail> & { next: string | null };

/** A search for parts of names and numbers reads this many records, the newest ones. */
const MAX_SEARCHED_ROWS = 5000;

type GuaranteeQuery = {
  before?: number | undefined;
  owner?: string | undefined;
  matchCondition?: SQL | undefined;
  limit?: number;
  now?: number;
};

type Candidate = Term &
  ClaimFacts & { number: number; type: GuaranteeType; isMatch: 0 | 1; shown: string };

/**
 * SQL for the texts that only an owner's search covers: wording, and name and buyer of the tender.
 */
const ownWordsColumn = sql`|| char(10) || concat_ws(char(10), glosa,
  (select name from marketplace_tenders where code = tender_id),
  (select tender_words from leads where submission_id = issued_guarantees.submission_id))`;

/**
 * Returns the text in which a search looks: kind, state and dates as the list shows them. The state
 * is also in the plural, because people search for `vencidas`.
 */
function searchableText(record: Candidate, now: number): string {
  const { label } = guaranteeStatusBadge(record, now);
  const days = [record.validFrom, record.validTo].map(
    (day) => `${formatDate(day)}\n${monthText(day)}`,
  );
  // A partly claimed guarantee can also be about to end, although its state does not say so.
  const ends = needsExtension(record, now) ? guaranteeStatusCopy.por_vencer.label : '';
  return [guaranteeTypeCopy[record.type].label, label, `${label}s`, ends, ...days].join('\n');
}

/**
 * Searches number, RUT, tender, code, amount or words, newest first. `owner` limits the search to
 * one account holder, and adds kind, state, wording and tender to it.
 */
export async function searchIssued(
  q: string,
  {
    before = Number.MAX_SAFE_INTEGER,
    owner,
    matchCondition: extraCondition = sql`1`,
    limit = PAGE_SIZE,
    now = clockNow(),
  }: GuaranteeQuery = {},
): Promise<AdminGuaranteesPage> {
  const inRange = sql`number < ${before} ${owner === undefined ? sql`` : sql`and owner = ${owner}`}`;
  const text = q.trim();
  const { number: typedNumber, numbered } = parseSearch(text);
  const number = numbered === 'lead' ? null : typedNumber;
  const rut = parseRut(text);
  const tender = parseTenderId(text);
  const start = codeStart(text);
  const prefixRanges = prefixRangesOf(text);
  const prefixConditions = (column: SQL, range: Range | null) =>
    range
      ? [
          sql`number in (select number from issued_guarantees where ${column} >= ${range.from}
            and ${column} < ${range.below} and ${inRange} limit ${MAX_SEARCHED_ROWS})`,
        ]
      : [];
  const searchConditions = [
    ...(number === null ? [] : [sql`number = ${number}`]),
    sql`${foldedIssuerNumber} = ${foldNumber(text)}`,
    ...(owner === undefined
      ? [sql`number in (${idList((await readNumberMatches(text)).guarantees)})`]
      : []),
    ...(rut ? [sql`holder_rut = ${rut}`, sql`beneficiary_rut = ${rut}`] : []),
    sql`tender_id = ${tender.ok ? tender.code.id : text}`,
    ...prefixConditions(sql`holder_rut`, prefixRanges.rut),
    ...prefixConditions(sql`beneficiary_rut`, prefixRanges.rut),
    ...prefixConditions(sql`tender_id`, prefixRanges.tender),
    sql`number in (select guarantee from verification_codes
      where code >= ${start} and code < ${`${start}~`})`,
  ];
  const amount = parseAmount(text)?.decimal;
  const isNumber = number !== null && !/^\d/.test(text);
  const isExact = isNumber || (rut !== null && !amount) || tender.ok;
  const candidates = isExact
    ? []
    : await getDb().read.all<Candidate>(sql`
    select number, ${extraCondition} as "isMatch", amount, claimed, reported, type, valid_from as "validFrom",
      valid_to as "validTo", issuer_number || char(10) || issuer_name || char(10)
      || holder_name || char(10) || beneficiary_name ${owner === undefined ? sql`` : ownWordsColumn} as shown
    from issued_guarantees where ${inRange} order by number desc limit ${MAX_SEARCHED_ROWS}`);
  const day = parseDate(text);
  const words = (day ? formatDate(day) : text).split(/\s+/).map(lettersOf).filter(Boolean);
  const isLongEnough = words.join('').length > 1;
  const wordMatches = candidates.filter((record) => {
    if (!isLongEnough || !record.isMatch) return false;
    if (amount && record.amount.startsWith(amount)) return true;
    const more = owner === undefined ? '' : searchableText(record, now);
    const parts = `${record.shown}\n${more}`.split('\n').map(lettersOf);
    return words.every((word) => parts.some((part) => part.includes(word)));
  });
  searchConditions.push(
    sql`number in (${idList(wordMatches.slice(0, limit + 1).map(({ number }) => number))})`,
  );
  const searchQueries = searchConditions.map(
    (searchCondition) => sql`select number from (select number from issued_guarantees
      where ${searchCondition} and ${inRange} and ${extraCondition} order by number desc limit ${limit + 1})`,
  );
  const matches = await getDb().read.all<{ number: number }>(
    sql`${sql.join(searchQueries, sql` union `)} order by number desc limit ${limit + 1}`,
  );
  const rows = await listRecordsByNumber(matches.slice(0, limit).map(({ number }) => number));
  const lastCandidate = candidates[MAX_SEARCHED_ROWS - 1];
  if (matches.length > limit || !lastCandidate) {
    return { rows, next: matches.length > limit ? `${rows.at(-1)?.number}` : null };
  }
  return { rows, next: `${lastCandidate.number}`, isCut: true };
}

/**
 * SQL condition for guarantees in force, including partly claimed ones, that end within
 * `ENDING_DAYS`.
 */
function endingCondition(now: number): SQL {
  const today = isoDay(now);
  return sql`(${openCondition} and valid_to >= ${today} and valid_to <= ${addDays(today, ENDING_DAYS)})`;
}

function stateCondition(state: IssuedFilter['state'], now: number): SQL | undefined {
  if (state === ENDING_STATE) return endingCondition(now);
  if (state === 'por_empezar') return sql`(${openCondition} and valid_from > ${isoDay(now)})`;
  if (state === 'cobrada_en_parte') return sql`(${openCondition} and reported = 'cobrada')`;
  return state && statusCondition(state, now);
}

type AdminGuaranteesQuery = IssuedFilter & {
  before?: string | undefined;
  owner?: string;
  limit?: number;
  now: number;
};

/**
 * Lists or searches guarantees, newest first by default. `owner` limits the list to one account
 * holder.
 */
export async function listGuaranteePage(query: AdminGuaranteesQuery): Promise<AdminGuaranteesPage> {
  const {
    q,
    state,
    sort = state === ENDING_STATE ? 'vence' : '-numero',
    before,
    owner,
    limit = PAGE_SIZE,
    now,
  } = query;
  const matchCondition = stateCondition(state, now);
  if (q) {
    const last = /^\d{1,15}/.exec(before ?? '')?.[0];
    return searchIssued(q, {
      before: last ? Number(last) : undefined,
      owner,
      matchCondition,
      limit,
      now,
    });
  }
  const order = issuedOrders[sort.replace('-', '') as keyof typeof issuedOrders];
  const source: SortedTable = {
    from:
      owner === undefined
        ? sql`issued_guarantees where 1`
        : sql`issued_guarantees where owner = ${owner}`,
    order: owner === undefined ? order : sql`+${order}`,
    id: sql`number`,
    ...(matchCondition && { matchCondition }),
  };
  // The index by end date has these rows side by side, so the condition also reduces how many rows
  // are read.
  if (state === ENDING_STATE && sort === 'vence') {
    source.from = sql`${source.from} and ${matchCondition}`;
    delete source.matchCondition;
  }
  const cursor = /^\d+$/.test(before ?? '') ? `${before}_${before}` : before;
  const page = await readMergedPage([source], {
    isDescending: sort.startsWith('-'),
    before: cursor,
    limit,
  });
  const rows = await listRecordsByNumber(page.rows.map(({ id }) => id));
  return { ...page, rows };
}

async function listRecordsByNumber(numbers: readonly number[]): Promise<IssuedDetail[]> {
  const condition = sql`issued_guarantees.number in (${idList(numbers)})`;
  const details = await listGuaranteesWhere(condition, { limit: numbers.length });
  return numbers.flatMap((number) => details.find((record) => record.number === number) ?? []);
}
