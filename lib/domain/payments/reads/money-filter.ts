import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { openWords, paidWords } from '#lib/domain/payments/money-words.ts';
import { linkExpiry } from '#lib/domain/payments/reads/payments.ts';
import { REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import {
  findNumberMatches,
  type NumberMatches,
  noMatches,
} from '#lib/domain/requests/leads/reads/named.ts';
import { addDays, monthRange, nextMidnight } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { listOf } from '#lib/platform/db/json.ts';
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

const dayChoices = { devolucion: 'De la devolución' } as const;

export const moneyFilters: readonly Filter[] = [
  { name: 'state', label: 'Estado', choices: states },
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
  { name: 'day', label: 'Los días son', choices: dayChoices, all: 'Del pago' },
];

const stateNames = Object.keys(states) as (keyof typeof states)[];

export function monthFilters(now: number) {
  const today = isoDay(now);
  const month = monthRange(today);
  const last = monthRange(addDays(month.from, -1));
  return [
    { label: 'Este mes', query: { ...month, day: '' } },
    { label: 'Mes pasado', query: { ...last, day: '' } },
    { label: 'Devuelto este mes', query: { ...month, day: 'devolucion' } },
    { label: 'Devuelto el mes pasado', query: { ...last, day: 'devolucion' } },
  ];
}

export const moneyFilter = z.object({
  q: optional(singleLineText('Escribe qué buscas.', 200)).describe(
    'A part of the e-mail or name of who pays, or of an order; a RUT; the last digits of a card; an authorization; an amount; or words of what for.',
  ),
  state: optional(z.enum(stateNames)).describe('Where the money stands.'),
  from: fromParam,
  to: toParam,
  day: optional(z.enum(Object.keys(dayChoices) as (keyof typeof dayChoices)[])).describe(
    'Which day `from` and `to` are about; without it, that of the payment.',
  ),
  sort: optional(z.enum(['fecha', '-fecha', 'monto', '-monto'])).describe(
    'What it is ordered by; with a minus, the last first.',
  ),
});
export type MoneyFilter = z.infer<typeof moneyFilter>;

const unpaidFrom = sql`payment_requests where paid_by is null`;

export type MoneySearch = MoneyFilter & {
  /** Limits the list to what a number named. */
  named?: NumberMatches | undefined;
};

/**
 * Returns the SQL for the payments (`paid`) and the unpaid requests (`open`) that a filter shows.
 * An index serves the conditions in `from`; the conditions in `isMatch` are checked on each row.
 */
export async function moneySources(search: MoneySearch, now: number) {
  const { q, state, sort, day, ...days } = search;
  const email = q && /^\S+@\S+\.\S+$/.test(q) ? q.toLowerCase() : undefined;
  const named = search.named ?? (q ? await findNumberMatches(q) : noMatches);
  const ids = { paid: listOf(named.payments), leads: listOf(named.leads) };
  const isExact = search.named !== undefined || isOnlyNumber(q, named);
  const words = email || isExact ? undefined : q;
  const shownState = state && shownBy(now)[state];
  // The index on times finds a range of days. In any other order, the day of each row is checked.
  const isByTime = !sort?.endsWith('monto');
  const isOfRefund = day === 'devolucion' && Boolean(days.from || days.to);
  const paidDays = isOfRefund ? sql`id in ${refundedIn(days)}` : daysIn(days, sql`created_at`);
  const openDays = isOfRefund ? noRows : daysIn(days, sql`created_at`);
  const range = (condition: SQL | undefined) =>
    isByTime && condition ? sql`and ${condition}` : sql``;
  const checked = (condition: SQL | undefined) => (isByTime ? undefined : condition);
  const paid = email
    ? sql`payments where id in ${paidBy(email)}`
    : sql`payments where ${isExact ? sql`id in ${ids.paid}` : sql`1`}`;
  const open = email ? sql`${unpaidFrom} and email = ${email}` : unpaidFrom;
  return {
    paid: {
      from: sql`${paid} ${range(paidDays)}`,
      isMatch: and(
        checked(paidDays),
        shownState?.paid,
        words ? sql`(${paidWords(words)} or id in ${ids.paid})` : undefined,
      ),
    },
    open: {
      from: sql`${open} ${isExact ? sql`and lead_id in ${ids.leads}` : sql``} ${range(openDays)}`,
      isMatch: and(
        checked(openDays),
        shownState?.open,
        words ? sql`(${openWords(words)} or lead_id in ${ids.leads})` : undefined,
      ),
    },
  };
}

/** Whether a text can only mean what its number names, unlike an amount or a payer's RUT. */
function isOnlyNumber(q: string | undefined, { leads, payments }: NumberMatches): boolean {
  if (!q || leads.length + payments.length === 0) return false;
  return !/^[\d.\s$-]+$/.test(q) && parseRut(q) === null;
}

type Days = Pick<MoneyFilter, 'from' | 'to'>;

/** SQL for the time (ms) of a refund that Webpay confirmed. An index repeats the expression. */
const refundTime = sql`(coalesce(settled_at, requested_at))`;

export function refundDays(days: Days): SQL {
  return sql`state = 'done' and ${daysIn(days, refundTime) ?? sql`1`}`;
}

const refundedIn = (days: Days) =>
  sql`(select payment_id from payment_refunds where ${refundDays(days)})`;

function daysIn({ from, to }: Days, time: SQL): SQL | undefined {
  return and(
    from ? sql`${time} >= ${startOfDay(from)}` : undefined,
    to ? sql`${time} < ${nextMidnight(to)}` : undefined,
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
