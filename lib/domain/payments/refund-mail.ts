import { and, eq } from 'drizzle-orm';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { formatDay, formatPesos } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';

/**
 * Returns the words and the amount of the mail about one refund. `payment` shows the total that was
 * refunded up to this refund, without later ones. `isOwn` is true if the recipient paid.
 */
export async function refundNotice(payment: Payment, { isOwn }: { isOwn: boolean }) {
  const { refundedAmount: total } = payment;
  const amount = await readRefundAmount(payment);
  const isLast = total >= payment.amount;
  const paymentNoun = isOwn ? 'tu pago' : 'el pago';
  const part = isOwn ? 'de tu pago' : 'del pago';
  const partTitle = isLast ? `Devolvimos el resto ${part}` : `Devolvimos parte ${part}`;
  const bank = isOwn ? 'de tu banco' : 'del banco de quien pagó';
  return {
    title: isLast && amount === total ? `Devolvimos ${paymentNoun}` : partTitle,
    intro: `El dinero vuelve al mismo medio de pago. El plazo depende ${bank}.`,
    label: 'Devuelto',
    amount,
    rows: [
      { label: 'Fecha de la devolución', value: formatDay(payment.updatedAt) },
      ...(amount === total ? [] : [{ label: 'Devuelto en total', value: formatPesos(total) }]),
    ],
  };
}

/**
 * Reads the amount of the refund that brought the payment to its refunded total. The total is the
 * sum of the refunds that were made until then.
 */
async function readRefundAmount({ id, refundedAmount: total }: Payment): Promise<number> {
  const refunds = await getDb()
    .read.select({ amount: paymentRefunds.amount })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, id), eq(paymentRefunds.state, 'done')))
    .orderBy(paymentRefunds.settledAt, paymentRefunds.id)
    .limit(1000);
  let sum = 0;
  for (const { amount } of refunds) {
    sum += amount;
    if (sum === total) return amount;
  }
  return total;
}
