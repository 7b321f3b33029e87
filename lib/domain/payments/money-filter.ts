import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { paymentLead } from '#lib/domain/payments/matches.ts';
import { linkExpiry, payerEmail } from '#lib/domain/payments/reads.ts';
import { REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { addDays, monthOf } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { fromParam, optional, singleLineText, toParam } from '#lib/platform/operations/fields.ts';
import type { Filter } from '#lib/platform/operations/listing.ts';
import { DAY } from '#lib/platform/process/durations.ts';

const states = {
  'por-pagar': 'Por pagar',
  'sin-confirmar': 'Sin confirmar',
  pagado: 'Pagados',
  devuelto: 'Devueltos, también en parte',
  'no-pagado': 'No pagados',
  'por-revisar': 'No coinciden con Webpay',
} as const;

export const moneyFilters: readonly Filter[] = [
  { name: 'state', label: 'Estado', choices: states },
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
];

const stateNames = Object.keys(states) as (keyof typeof states)[];

/** Returns the filters of the current and the last month, for links. */
export function monthFilters(now: number) {
  const today = isoDay(now);
  const month = monthOf(today);
  return [
    { label: 'Este mes', query: month },
    { label: 'Mes pasado', query: monthOf(addDays(month.from, -1)) },
  ];
}

export const moneyFilter = z.object({
  q: optional(singleLineText('Escribe qué buscas.', 200)).describe(
    'A part of the e-mail or name of who pays, or of an order; a RUT; the last digits of a card; an authorization; an amount; or words of what for.',
  ),
  state: optional(z.enum(stateNames)).describe('Where the money stands.'),
  from: fromParam,
  to: toParam,
  sort: optional(z.enum(['fecha', '-fecha', 'monto', '-monto'])).describe(
    'What it is ordered by; with a minus, the last first.',
  ),
});
export type MoneyFilter = z.infer<typeof moneyFilter>;

const unpaid = sql`payment_requests where paid_by is null`;

/**
 * Returns the SQL for the payments (`paid`) and the unpaid requests (`open`) that a filter shows.
 * `from` holds the conditions that an index serves, `passes` those that are checked on each row.
 */
export function moneySources({ q, state, sort, ...days }: MoneyFilter, now: number) {
  const email = q && /^\S+@\S+\.\S+$/.test(q) ? q.toLowerCase() : undefined;
  const words = email ? undefined : q;
  const shownState = state && shownBy(now)[state];
  // The index on times finds a range of days. In any other order, the day of each row is checked.
  const isByTime = !sort?.endsWith('monto');
  const dayCondition = daysIn(days);
  const range = isByTime && dayCondition ? sql`and ${dayCondition}` : sql``;
  const day = isByTime ? undefined : dayCondition;
  return {
    paid: {
      from: email
        ? sql`payments where id in ${paidBy(email)} ${range}`
        : sql`payments where 1 ${range}`,
      passes: and(day, shownState?.paid, words ? paidWords(words) : undefined),
    },
    open: {
      from: email ? sql`${unpaid} and email = ${email} ${range}` : sql`${unpaid} ${range}`,
      passes: and(day, shownState?.open, words ? openWords(words) : undefined),
    },
  };
}

function daysIn({ from, to }: Pick<MoneyFilter, 'from' | 'to'>): SQL | undefined {
  return and(
    from ? sql`created_at >= ${startOfDay(from)}` : undefined,
    to ? sql`created_at < ${startOfDay(addDays(to, 1))}` : undefined,
  );
}

/**
 * Finds payments by the payer's e-mail. A company's payments are found by that of any of its
 * members.
 */
const paidBy = (email: string) => sql`(select id from payments where account_id in (
    select id from accounts where email = ${email}
    union select m.company_id from accounts a join company_members m on m.person_id = a.id
      where a.email = ${email})
  union select id from payments where payment_request_id in
    (select id from payment_requests where email = ${email}))`;

const noRows = sql`0`;

/**
 * Returns, for each state of the filter, the conditions of its payments and of its unpaid requests.
 */
function shownBy(now: number): Record<keyof typeof states, { paid: SQL; open: SQL }> {
  const waits = sql`(${linkExpiry()} > ${now} and ${linkExpiry()} >= created_at + ${REQUEST_DAYS * DAY})`;
  const ended = sql`state in ('failed', 'aborted', 'expired')`;
  return {
    'por-pagar': { paid: noRows, open: waits },
    'sin-confirmar': { paid: sql`state in ('created', 'pending')`, open: noRows },
    pagado: { paid: sql`state = 'authorized'`, open: noRows },
    devuelto: { paid: sql`refunded_amount > 0`, open: noRows },
    'no-pagado': { paid: ended, open: sql`not ${waits}` },
    'por-revisar': { paid: sql`(difference is not null or reason is 'mismatch')`, open: noRows },
  };
}

const amountIn = (words: string) => words.replace(/[$.\s]/g, '');

function paidWords(words: string): SQL {
  const holds = (column: SQL) => contains(column, words);
  return sql`(${holds(sql`buy_order`)} or ${orderStarts(words)} or cast(amount as text) = ${amountIn(words)}
    or ${holds(sql`description`)} or ${holds(payerEmail)} or ${holds(sql`receipt_email`)}
    or card_last4 = ${words} or authorization_code = ${words}
    or account_id in (select id from accounts
      where ${holds(sql`razon_social`)} or ${holds(sql`name`)} or ${hasRut(sql`rut`, words)}
      limit ${MAX_PAYERS})
    or account_id in (select m.company_id from accounts a join company_members m
      on m.person_id = a.id where ${holds(sql`a.email`)} or ${holds(sql`a.name`)}
      limit ${MAX_PAYERS})
    or ${personHolds(paymentLead(), words)})`;
}

/** Maximum number of accounts that a typed part of a name or address may match. */
const MAX_PAYERS = 50;

/**
 * SQL for whether a column contains the words in any case. SQLite's `lower` changes only ASCII
 * letters, so other capitals match only as they are typed.
 */
function contains(column: SQL, words: string): SQL {
  return sql`(instr(lower(coalesce(${column}, '')), ${words.toLowerCase()})
    or instr(coalesce(${column}, ''), ${words}))`;
}

/** SQL for whether the name, the company or the RUT of a lead matches. */
function personHolds(lead: SQL, words: string): SQL {
  return sql`exists (select 1 from leads l where l.id = ${lead} and (${contains(sql`l.name`, words)}
    or ${contains(sql`l.company`, words)} or ${hasRut(sql`l.rut`, words)}))`;
}

/** SQL for whether a RUT is the typed one, which may lack its points and its last digit. */
function hasRut(column: SQL, words: string): SQL {
  const digits = words.replace(/[.\s-]/g, '');
  const begins = /^\d{7,8}$/.test(digits) ? sql`instr(${column}, ${`${digits}-`}) = 1` : noRows;
  return sql`(${column} = ${parseRut(words)} or ${begins})`;
}

/** SQL for whether an order begins with the typed one, which may lack its hyphens. */
function orderStarts(words: string): SQL {
  const typed = words.replace(/[\s-]/g, '').toLowerCase();
  if (typed.length < 4) return noRows;
  return sql`instr(replace(lower(buy_order), '-', ''), ${typed}) = 1`;
}

function openWords(words: string): SQL {
  const holds = (column: SQL) => contains(column, words);
  return sql`(cast(amount as text) = ${amountIn(words)} or ${holds(sql`email`)}
    or ${holds(sql`description`)} or ${personHolds(sql`payment_requests.lead_id`, words)})`;
}
