import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { readSearch } from '#lib/domain/inbox/rules.ts';
import type { Issued } from '#lib/domain/issued/reads.ts';
import { issuerKeyOf } from '#lib/domain/issued/rules.ts';
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

/** With the lead of its request; null: a company recorded it itself. */
export type DeskRow = Issued & { leadId: number | null };
export type DeskPage = { rows: DeskRow[]; next: string | null };

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
  const rows = await rowsOf(sql`number in (${sql.join(found, sql` union `)})`, [
    desc(issuedGuarantees.number),
  ]);
  return cut(rows, ({ number }) => `${number}`);
}

/** What stands and ends within ENDING_DAYS, the next end first; `after`: as `next` gave it. */
export async function listEnding(now: number, after = ''): Promise<DeskPage> {
  const today = isoDay(now);
  const [, day = today, number = '0'] = /^(\d{4}-\d\d-\d\d)_(\d{1,15})$/.exec(after) ?? [];
  const rows = await rowsOf(
    sql`said is null and valid_to >= ${today} and valid_to <= ${addDays(today, ENDING_DAYS)}
      and (valid_to, number) > (${day}, ${Number(number)})`,
    [asc(issuedGuarantees.validTo), asc(issuedGuarantees.number)],
  );
  return cut(rows, ({ validTo, number }) => `${validTo}_${number}`);
}

/** The record that has an issuer's number already; null: none. */
export async function findByIssuer(given: {
  issuerName: string;
  issuerNumber: string;
}): Promise<DeskRow | null> {
  const [found] = await rowsOf(
    sql`issuer_key = ${issuerKeyOf(given)} and (said is null or said <> 'anulada')`,
    [],
  );
  return found ?? null;
}

async function rowsOf(which: SQL, order: SQL[]): Promise<DeskRow[]> {
  const rows = await getDb()
    .read.select({
      row: issuedGuarantees,
      leadId: sql<number | null>`(select l.id from leads l
        where l.submission_id = issued_guarantees.submission_id)`,
    })
    .from(issuedGuarantees)
    .where(which)
    .orderBy(...order)
    .limit(PAGE + 1);
  return rows.map(({ row, leadId }) => ({ ...(row as Issued), leadId }));
}

function cut(found: DeskRow[], placeOf: (row: DeskRow) => string): DeskPage {
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return { rows, next: found.length > PAGE && last ? placeOf(last) : null };
}
