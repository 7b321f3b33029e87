import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { listed } from '#lib/domain/inbox/reads/rows.ts';
import { readSearch } from '#lib/domain/inbox/rules.ts';
import { findIssued, type IssuedDetail } from '#lib/domain/issued/reads.ts';
import { codeStart, plain, type Range, startsOf } from '#lib/domain/issued/rules.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { addDays } from '#lib/platform/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued.ts';
import { isoDay } from '#lib/platform/format.ts';
import { parseRut } from '#lib/platform/rut.ts';

/** What the team looks for and works through. What a list reads does not grow with the table. */

const PAGE = 25;
/** How far ahead the working list of ends goes. */
export const ENDING_DAYS = 60;

export type DeskPage = {
  rows: IssuedDetail[];
  next: string | null;
  /** Parts of names were looked for no further than `next`. */
  isCut?: boolean;
};

/** How many of the newest a page reads to find parts of names and numbers. */
const LOOKS = 5000;

/**
 * By our number; by a RUT of either side, a tender's id or a code, or how they begin; by words, each
 * of them part of the issuer's number or name or of a party's name. Newest first; without a text all.
 * `of`: of that address alone.
 */
export async function searchIssued(
  q: string,
  { before = Number.MAX_SAFE_INTEGER, of }: { before?: number | undefined; of?: string } = {},
): Promise<DeskPage> {
  const within = sql`number < ${before} ${of === undefined ? sql`` : sql`and email = ${of}`}`;
  const text = q.trim();
  const newest = [desc(issuedGuarantees.number)];
  const placeOf = ({ number }: { number: number }) => `${number}`;
  if (!text) return page(within, newest, placeOf);
  const { number } = readSearch(text);
  const rut = parseRut(text);
  const tender = parseTenderId(text);
  const start = codeStart(text);
  const starts = startsOf(text);
  const begun = (column: SQL, range: Range | null) =>
    range
      ? [
          sql`number in (select number from issued_guarantees where ${column} >= ${range.from}
            and ${column} < ${range.below} and ${within} limit ${LOOKS})`,
        ]
      : [];
  const ways = [
    ...(number === null ? [] : [sql`number = ${number}`]),
    ...[...new Set([text, text.toUpperCase()])].map((own) => sql`issuer_number = ${own}`),
    ...(rut ? [sql`holder_rut = ${rut}`, sql`beneficiary_rut = ${rut}`] : []),
    sql`tender_id = ${tender.ok ? tender.code.id : text}`,
    ...begun(sql`holder_rut`, starts.rut),
    ...begun(sql`beneficiary_rut`, starts.rut),
    ...begun(sql`tender_id`, starts.tender),
    sql`number in (select guarantee from verification_codes
      where code >= ${start} and code < ${`${start}~`})`,
  ];
  const isNumber = number !== null && !/^\d/.test(text);
  const isExact = isNumber || rut !== null || tender.ok;
  const looked = isExact
    ? []
    : await getDb().read.all<{ number: number; said: string }>(sql`
    select number, issuer_number || char(10) || issuer_name || char(10) || holder_name
      || char(10) || beneficiary_name as said
    from issued_guarantees where ${within} order by number desc limit ${LOOKS}`);
  const words = text.split(/\s+/).map(plain).filter(Boolean);
  const isEnough = words.join('').length > 1;
  const partly = looked.filter(({ said }) => {
    const parts = isEnough ? said.split('\n').map(plain) : [];
    return isEnough && words.every((word) => parts.some((part) => part.includes(word)));
  });
  ways.push(sql`number in (${listed(partly.slice(0, PAGE + 1).map(({ number }) => number))})`);
  const runs = ways.map(
    (way) => sql`select number from (select number from issued_guarantees
      where ${way} and ${within} order by number desc limit ${PAGE + 1})`,
  );
  const which = sql`issued_guarantees.number in (${sql.join(runs, sql` union `)})`;
  const found = await page(which, newest, placeOf);
  const last = looked[LOOKS - 1];
  return found.next || !last ? found : { ...found, next: placeOf(last), isCut: true };
}

/** What stands, claimed in part too, and ends within ENDING_DAYS, the next end first; `after`: as `next` gave it. */
export async function listEnding(now: number, after = ''): Promise<DeskPage> {
  const today = isoDay(now);
  const [, day = today, number = '0'] = /^(\d{4}-\d\d-\d\d)_(\d{1,15})$/.exec(after) ?? [];
  return page(
    sql`(said is null or said = 'cobrada') and (said is null or claimed <> amount)
      and valid_to >= ${today} and valid_to <= ${addDays(today, ENDING_DAYS)}
      and (valid_to, number) > (${day}, ${Number(number)})`,
    [asc(issuedGuarantees.validTo), asc(issuedGuarantees.number)],
    ({ validTo, number }) => `${validTo}_${number}`,
  );
}

async function page(
  which: SQL,
  order: SQL[],
  placeOf: (row: IssuedDetail) => string,
): Promise<DeskPage> {
  const found = await findIssued(which, { order, limit: PAGE + 1 });
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return { rows, next: found.length > PAGE && last ? placeOf(last) : null };
}
