import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineCsv } from '#lib/domain/audit/csv-export.ts';
import { differenceCopy, requestCopy, stateTag, typeOf } from '#lib/domain/payments/copy.ts';
import { isCharged } from '#lib/domain/payments/machine.ts';
import {
  openUntil,
  type Payment,
  type PaymentRequest,
  payerEmail,
  requestColumns,
} from '#lib/domain/payments/reads.ts';
import { REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { adminPath, listedRequest, paidAt, payerOf, pesos } from '#lib/domain/payments/view.ts';
import { formatDateTime, formatDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { readPlaces } from '#lib/platform/db/places.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { line, optional } from '#lib/platform/operations/fields.ts';
import type { Column, Filter, Listed } from '#lib/platform/operations/listing.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** A row of the team's list: a payment, or a request that no payment has reserved or paid. */
export type Money = {
  key: string;
  email: string | null;
  leadId: number | null;
  createdAt: number;
  amount: number;
  description: string | null;
  payment: Payment | null;
  owed: ReturnType<typeof listedRequest> | null;
};

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
];

const stateNames = Object.keys(states) as (keyof typeof states)[];
export const moneyFilter = z.object({
  q: optional(line('Escribe qué buscas.', 200)).meta({
    description: 'The e-mail of who pays; an order; an amount; or words of what for.',
  }),
  state: optional(z.enum(stateNames)).meta({ description: 'Where the money stands.' }),
  sort: optional(z.enum(['fecha', '-fecha', 'monto', '-monto'])).meta({
    description: 'What it is ordered by; with a minus, the last first.',
  }),
});
type MoneyQuery = z.infer<typeof moneyFilter> & {
  before?: string | undefined;
  limit?: number;
  now: number;
};

/** Lists payments and unpaid requests together, newest first by default. */
export async function listMoney(
  query: MoneyQuery,
): Promise<Listed<Money> & { next: string | null }> {
  const { q, state, sort = '-fecha', before, limit = 25, now } = query;
  const by = sort.endsWith('monto') ? sql`amount` : sql`created_at`;
  const email = q && /^\S+@\S+\.\S+$/.test(q) ? q.toLowerCase() : undefined;
  const words = email ? undefined : q;
  const shown = state && shownBy(now)[state];
  const found = await readPlaces(
    [
      {
        ...{ by, id: sql`id` },
        from: email ? sql`payments where id in ${paidBy(email)}` : sql`payments where 1`,
        passes: and(shown?.paid, words ? paidWords(words) : undefined),
      },
      {
        ...{ by, id: sql`rowid` },
        from: email ? sql`${unpaid} and email = ${email}` : unpaid,
        passes: and(shown?.open, words ? openWords(words) : undefined),
      },
    ],
    { down: sort.startsWith('-'), before: await placeOf(before), limit },
  );
  const idsOf = (arm: number) => found.rows.flatMap((row) => (row.arm === arm ? row.id : []));
  const rows = [...(await paymentsOf(idsOf(0))), ...(await requestsOf(idsOf(1), now))];
  const keys = found.rows.map(({ arm, id }) => `${arm}-${id}`);
  return { ...found, rows: keys.flatMap((key) => rows.find((row) => row.key === key) ?? []) };
}

const unpaid = sql`payment_requests where paid_by is null`;

/** Accepts page addresses of earlier releases, which hold the number of a payment. */
async function placeOf(before: string | undefined): Promise<string | undefined> {
  if (!/^\d{1,15}$/.test(before ?? '')) return before;
  const [row] = await getDb().read.all<{ at: number }>(
    sql`select created_at as at from payments where id <= ${Number(before)} order by id desc limit 1`,
  );
  return `${row?.at ?? 0}_${Number(before) * 2}`;
}

const paidBy = (email: string) => sql`(select id from payments
  where account_id = (select id from accounts where email = ${email})
  union select id from payments where payment_request_id in
    (select id from payment_requests where email = ${email}))`;

const none = sql`0`;

/** Returns the conditions on payments and on unpaid requests for each filter state. */
function shownBy(now: number): Record<keyof typeof states, { paid: SQL; open: SQL }> {
  const waits = sql`(${openUntil()} > ${now} and ${openUntil()} >= created_at + ${REQUEST_DAYS * DAY})`;
  const ended = sql`state in ('failed', 'aborted', 'expired')`;
  return {
    'por-pagar': { paid: none, open: waits },
    'sin-confirmar': { paid: sql`state in ('created', 'pending')`, open: none },
    pagado: { paid: sql`state = 'authorized'`, open: none },
    devuelto: { paid: sql`refunded_amount > 0`, open: none },
    'no-pagado': { paid: ended, open: sql`not ${waits}` },
    'por-revisar': { paid: sql`(difference is not null or reason is 'mismatch')`, open: none },
  };
}

const amountIn = (words: string) => words.replace(/[$.\s]/g, '');

function paidWords(words: string): SQL {
  return sql`(buy_order = ${words} or cast(amount as text) = ${amountIn(words)}
    or instr(lower(coalesce(description, '')), ${words.toLowerCase()})
    or instr(coalesce(${payerEmail}, ''), ${words.toLowerCase()}))`;
}

function openWords(words: string): SQL {
  return sql`(cast(amount as text) = ${amountIn(words)} or instr(email, ${words.toLowerCase()})
    or instr(lower(description), ${words.toLowerCase()}))`;
}

const among = (ids: readonly number[]) =>
  sql`(select value from json_each(${JSON.stringify(ids)}))`;

async function paymentsOf(ids: readonly number[]): Promise<Money[]> {
  if (ids.length === 0) return [];
  const found = await getDb()
    .read.select({ payment: payments, email: payerEmail, leadId: paymentRequests.leadId })
    .from(payments)
    .leftJoin(paymentRequests, eq(paymentRequests.id, payments.paymentRequestId))
    .where(sql`${payments.id} in ${among(ids)}`);
  return found.map(({ payment, ...row }) => {
    const { id, amount, description, createdAt } = payment;
    return { ...row, key: `0-${id}`, amount, description, createdAt, payment, owed: null };
  });
}

async function requestsOf(rows: readonly number[], now: number): Promise<Money[]> {
  if (rows.length === 0) return [];
  const found = await getDb()
    .read.select({ row: sql<number>`payment_requests.rowid`, request: requestColumns })
    .from(paymentRequests)
    .where(sql`payment_requests.rowid in ${among(rows)}`);
  return found.map(({ row, request }: { row: number; request: PaymentRequest }) => {
    const { email, leadId, amount, description, createdAt } = request;
    const owed = listedRequest({ request, buyOrder: null, state: null, chargedAt: null }, now);
    return { email, leadId, amount, description, createdAt, key: `1-${row}`, payment: null, owed };
  });
}

const tagOf = ({ payment, owed }: Money) =>
  payment ? stateTag(payment) : requestCopy[owed?.state ?? 'waiting'];

const charged =
  <T>(of: (payment: Payment) => T) =>
  ({ payment }: Money) =>
    payment && isCharged(payment.state) ? of(payment) : null;

export const moneyColumns: readonly Column<Money>[] = [
  {
    label: 'Fecha',
    width: 'time',
    sort: { desc: '-fecha', asc: 'fecha' },
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    label: 'Estado',
    width: 'time',
    cell: (money) => {
      const { label, tone } = tagOf(money);
      return { text: label, tone, note: money.payment?.difference && 'No coincide con Webpay' };
    },
    csv: (money) => tagOf(money).label,
  },
  {
    label: 'Monto',
    width: 'short',
    right: true,
    sort: { desc: '-monto', asc: 'monto' },
    cell: ({ amount }) => pesos(amount),
    csv: ({ amount }) => amount,
  },
  { label: 'Devuelto', csv: ({ payment }) => payment?.refundedAmount ?? 0 },
  {
    label: 'Concepto',
    cell: ({ description, payment, leadId }) => ({
      text: description ?? 'Sin concepto',
      href: payment ? adminPath(payment.buyOrder) : leadId ? `/admin/leads/${leadId}#pagos` : null,
    }),
    csv: ({ description }) => description,
  },
  {
    label: 'Quién paga',
    cell: ({ payment, email }) => (payment ? payerOf({ payment, email }) : email),
    csv: ({ email }) => email,
  },
  { label: 'Orden', csv: ({ payment }) => payment?.buyOrder ?? '' },
  {
    label: 'Enlace hasta',
    width: 'short',
    named: true,
    cell: ({ owed }) => (owed?.state === 'waiting' ? formatDay(owed.expiresAt) : null),
  },
  { label: 'Solicitud o mensaje', csv: ({ leadId }) => leadId },
  { label: 'Cobrado', csv: charged((payment) => formatDateTime(paidAt(payment))) },
  { label: 'Tarjeta', csv: charged(({ cardLast4 }) => cardLast4) },
  { label: 'Tipo de pago', csv: charged(({ paymentTypeCode }) => typeOf(paymentTypeCode)) },
  { label: 'Cuotas', csv: charged(({ installments }) => installments) },
  { label: 'Autorización', csv: charged(({ authorizationCode }) => authorizationCode) },
  {
    label: 'Diferencia',
    csv: ({ payment }) => (payment?.difference ? differenceCopy[payment.difference] : null),
  },
];

export const getPaymentsCsv = defineCsv({
  path: '/api/admin/payments.csv',
  page: '/admin/pagos',
  limit: 'payments/export',
  query: moneyFilter,
  summary: 'Payments, and what is to be paid',
  action: 'payments.exported',
  name: 'resguardo-pagos',
  columns: moneyColumns,
  read: ({ now }, filter, before?: string) => listMoney({ ...filter, before, now, limit: 500 }),
});
