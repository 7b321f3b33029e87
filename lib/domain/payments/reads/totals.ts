import { type SQL, sql } from 'drizzle-orm';
import type { PaymentFilter } from '#lib/domain/payments/lists/payment-filter.ts';
import { paymentSources, refundDayCondition } from '#lib/domain/payments/reads/payment-sources.ts';
import {
  awaitsAcceptanceCondition,
  linkExpiryColumn,
} from '#lib/domain/payments/reads/payments.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Only the newest rows are summed, because more would make other readers wait. */
const MAX_ROWS = 20_000;

/**
 * Returns the sums of a list by state, as text, over all its pages but at most `MAX_ROWS` rows.
 * Returns undefined if there is nothing to sum.
 */
export async function readPaymentTotalsText(
  filter: PaymentFilter,
  now: number,
): Promise<string | undefined> {
  const { payments: paymentSource, requests: requestSource } = await paymentSources(
    { ...filter, sort: undefined },
    now,
  );
  const [payments, requests] = await Promise.all([
    readSums(sql`state in ('authorized', 'refunded')`, refundedAmountColumn(filter), paymentSource),
    readSums(
      sql`${linkExpiryColumn()} > ${now} and not ${awaitsAcceptanceCondition()}`,
      sql`0`,
      requestSource,
    ),
  ]);
  const rows = payments.rows + requests.rows;
  if (rows === 0) return undefined;
  const { counted, refunded } = payments;
  const isByRefundDay = filter.day === 'devolucion' && (filter.from || filter.to);
  if (isByRefundDay)
    return `${rows.toLocaleString('es-CL')} en esta lista, ${formatPesos(refunded)} devueltos en esos días`;
  const parts = [
    ...(counted > 0 ? [`${formatPesos(counted)} cobrados`] : []),
    // Without refunds the net sum equals the charged one and would repeat it.
    ...(refunded > 0
      ? [`${formatPesos(refunded)} devueltos`, `${formatPesos(counted - refunded)} netos`]
      : []),
    ...(requests.counted > 0 ? [`${formatPesos(requests.counted)} por pagar`] : []),
  ];
  const isCapped = payments.rows === MAX_ROWS || requests.rows === MAX_ROWS;
  const rowsText = rows.toLocaleString('es-CL');
  return [isCapped ? `las ${rowsText} más recientes` : `${rowsText} en esta lista`, ...parts].join(
    ', ',
  );
}

/** SQL for the refunded amount of a payment: in all, or on the chosen days. */
function refundedAmountColumn({ day, from, to }: PaymentFilter): SQL {
  if (day !== 'devolucion' || !(from || to)) return sql`refunded_amount`;
  return sql`(select total(amount) from payment_refunds
    where payment_id = payments.id and ${refundDayCondition({ from, to })})`;
}

type SumSource = { from: SQL; matchCondition: SQL | undefined };

async function readSums(
  countedCondition: SQL,
  refundedColumn: SQL,
  { from, matchCondition = sql`1` }: SumSource,
) {
  const [sums] = await getDb().read.all<Record<'rows' | 'counted' | 'refunded', number>>(sql`
    select count(*) as rows, total(iif(counted, amount, 0)) as counted, total(refunded) as refunded
    from (select amount, ${countedCondition} as counted, ${refundedColumn} as refunded from ${from} and ${matchCondition}
      order by created_at desc limit ${MAX_ROWS})`);
  return sums ?? { rows: 0, counted: 0, refunded: 0 };
}
