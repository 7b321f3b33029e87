import { and, type SQL, sql } from 'drizzle-orm';
import type { listStates, PaymentFilter } from '#lib/domain/payments/lists/payment-filter.ts';
import {
  paymentWordsCondition,
  requestWordsCondition,
} from '#lib/domain/payments/payment-words.ts';
import { linkExpiryColumn } from '#lib/domain/payments/reads/payments.ts';
import { PAYMENT_REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import {
  type NumberMatches,
  noMatches,
  readNumberMatches,
} from '#lib/domain/requests/leads/reads/number-matches.ts';
import { nextMidnight } from '#lib/platform/chile/calendar.ts';
import { startOfDay } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { DAY } from '#lib/platform/process/durations.ts';

const unpaidFrom = sql`payment_requests where paid_by is null`;

export type PaymentSearch = PaymentFilter & {
  /** Limits the list to the things that a number names. */
  named?: NumberMatches | undefined;
};

/**
 * Returns the SQL of the two sources of the list: payments of any state, and unpaid payment
 * requests. The conditions in `from` use an index; those in `matchCondition` are checked on each row.
 */
export async function paymentSources(search: PaymentSearch, now: number) {
  const { q, state, sort, day, ...days } = search;
  const email = q && /^\S+@\S+\.\S+$/.test(q) ? q.toLowerCase() : undefined;
  const matches = search.named ?? (q ? await readNumberMatches(q) : noMatches);
  const matchIds = { paid: sqlList(matches.payments), leads: sqlList(matches.leads) };
  const isExact = search.named !== undefined || isOnlyNumber(q, matches);
  const words = email || isExact ? undefined : q;
  const stateConditions = state && conditionsByState(now)[state];
  // The index on times finds a range of days. In any other order, the day of each row is checked.
  const isSortedByTime = !sort?.endsWith('monto');
  const isByRefundDay = day === 'devolucion' && Boolean(days.from || days.to);
  const paymentDayCondition = isByRefundDay
    ? sql`id in ${refundedPaymentIds(days)}`
    : dayCondition(days, sql`created_at`);
  const requestDayCondition = isByRefundDay ? noRowsCondition : dayCondition(days, sql`created_at`);
  const rangeCondition = (condition: SQL | undefined) =>
    isSortedByTime && condition ? sql`and ${condition}` : sql``;
  const rowCondition = (condition: SQL | undefined) => (isSortedByTime ? undefined : condition);
  const paymentsFrom = email
    ? sql`payments where id in ${paymentIdsOfEmail(email)}`
    : sql`payments where ${isExact ? sql`id in ${matchIds.paid}` : sql`1`}`;
  const requestsFrom = email ? sql`${unpaidFrom} and email = ${email}` : unpaidFrom;
  return {
    payments: {
      from: sql`${paymentsFrom} ${rangeCondition(paymentDayCondition)}`,
      matchCondition: and(
        rowCondition(paymentDayCondition),
        stateConditions?.payments,
        words ? sql`(${paymentWordsCondition(words)} or id in ${matchIds.paid})` : undefined,
      ),
    },
    requests: {
      from: sql`${requestsFrom} ${isExact ? sql`and lead_id in ${matchIds.leads}` : sql``} ${rangeCondition(requestDayCondition)}`,
      matchCondition: and(
        rowCondition(requestDayCondition),
        stateConditions?.requests,
        words ? sql`(${requestWordsCondition(words)} or lead_id in ${matchIds.leads})` : undefined,
      ),
    },
  };
}

/** Returns whether a text means only what its number names, not an amount or a RUT. */
function isOnlyNumber(q: string | undefined, { leads, payments }: NumberMatches): boolean {
  if (!q || leads.length + payments.length === 0) return false;
  return !/^[\d.\s$-]+$/.test(q) && parseRut(q) === null;
}

type DayRange = Pick<PaymentFilter, 'from' | 'to'>;

/** SQL for the time (ms) of a refund that Webpay confirmed. An index repeats the expression. */
const refundTimeColumn = sql`(coalesce(settled_at, requested_at))`;

export function refundDayCondition(days: DayRange): SQL {
  return sql`state = 'done' and ${dayCondition(days, refundTimeColumn) ?? sql`1`}`;
}

const refundedPaymentIds = (days: DayRange) =>
  sql`(select payment_id from payment_refunds where ${refundDayCondition(days)})`;

function dayCondition({ from, to }: DayRange, time: SQL): SQL | undefined {
  return and(
    from ? sql`${time} >= ${startOfDay(from)}` : undefined,
    to ? sql`${time} < ${nextMidnight(to)}` : undefined,
  );
}

/**
 * Finds payments by the e-mail of the payer. The e-mail of any member finds the payments of a
 * company.
 */
const paymentIdsOfEmail = (email: string) => sql`(select id from payments where account_id in (
    select id from accounts where email = ${email}
    union select m.company_id from accounts a join company_members m on m.person_id = a.id
      where a.email = ${email})
  union select id from payments where payment_request_id in
    (select id from payment_requests where email = ${email}))`;

const noRowsCondition = sql`0`;

/**
 * Returns, for each state of the filter, the conditions of its payments and of its unpaid requests.
 */
function conditionsByState(
  now: number,
): Record<keyof typeof listStates, { payments: SQL; requests: SQL }> {
  const waitingCondition = sql`(${linkExpiryColumn()} > ${now} and ${linkExpiryColumn()} >= created_at + ${PAYMENT_REQUEST_DAYS * DAY})`;
  const endedCondition = sql`state in ('failed', 'aborted', 'expired')`;
  return {
    'por-pagar': { payments: noRowsCondition, requests: waitingCondition },
    'sin-confirmar': { payments: sql`state in ('created', 'pending')`, requests: noRowsCondition },
    pagado: { payments: sql`state = 'authorized'`, requests: noRowsCondition },
    devuelto: { payments: sql`refunded_amount > 0`, requests: noRowsCondition },
    'no-pagado': { payments: endedCondition, requests: sql`not ${waitingCondition}` },
    'por-revisar': {
      payments: sql`(difference is not null or reason is 'mismatch')`,
      requests: noRowsCondition,
    },
  };
}
