import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { readSearch } from '#lib/domain/inbox/rules.ts';
import { findIssued, type IssuedDetail } from '#lib/domain/issued/reads.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { addDays } from '#lib/platform/calendar.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued.ts';
import { isoDay } from '#lib/platform/format.ts';
import { parseRut } from '#lib/platform/rut.ts';

/** What the team looks for and works through. What a list reads does not grow with the table. */

const PAGE = 25;
/** How far ahead the working list of ends goes. */
export const ENDING_DAYS = 60;

export type DeskPage = { rows: IssuedDetail[]; next: string | null };

/** By our number, the issuer's, a RUT of either side or a tender's id, whole; newest first. */
export async function searchIssued(q: string, before = Number.MAX_SAFE_INTEGER): Promise<DeskPage> {
  const text = q.trim();
  const { number } = readSearch(text);
  const rut = parseRut(text);
  const tender = parseTenderId(text);
  const ways = [
    ...(number === null ? [] : [sql`number = ${number}`]),
    ...[...new Set([text, text.toUpperCase()])].map((own) => sql`issuer_number = ${own}`),
    ...(rut ? [sql`holder_rut = ${rut}`, sql`beneficiary_rut = ${rut}`] : []),
    sql`tender_id = ${tender.ok ? tender.code.id : text}`,
  ];
  const found = ways.map(
    (way) => sql`select number from (select number from issued_guarantees
      where ${way} and number < ${before} order by number desc limit ${PAGE + 1})`,
  );
  const which = sql`issued_guarantees.number in (${sql.join(found, sql` union `)})`;
  return page(which, [desc(issuedGuarantees.number)], ({ number }) => `${number}`);
}

/** What stands and ends within ENDING_DAYS, the next end first; `after`: as `next` gave it. */
export async function listEnding(now: number, after = ''): Promise<DeskPage> {
  const today = isoDay(now);
  const [, day = today, number = '0'] = /^(\d{4}-\d\d-\d\d)_(\d{1,15})$/.exec(after) ?? [];
  return page(
    sql`said is null and valid_to >= ${today} and valid_to <= ${addDays(today, ENDING_DAYS)}
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
