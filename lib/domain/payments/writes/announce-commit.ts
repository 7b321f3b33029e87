import { and, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { findPaymentById, type Payment, paidSomehow } from '#lib/domain/payments/reads.ts';
import { LOOK_AGAIN_MS } from '#lib/domain/payments/rules.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';

/**
 * Before it is asked for: then "not charged" needs the provider's word. False: it ended, or another
 * holds the request; the database refuses that as well (`payment_commits_held`).
 */
export async function announceCommit(payment: Payment): Promise<boolean> {
  return getDb().write(async (tx) => {
    if ((await findPaymentById(payment.id, tx))?.state !== 'pending') return false;
    if (
      payment.paymentRequestId &&
      !(await holdRequest(tx, payment.paymentRequestId, payment.id))
    ) {
      return false;
    }
    const at = now();
    await tx
      .update(payments)
      .set({
        commitAskedAt: sql`coalesce(${payments.commitAskedAt}, ${at})`,
        nextCheckAt: at + LOOK_AGAIN_MS,
      })
      .where(eq(payments.id, payment.id));
    return true;
  });
}

async function holdRequest(tx: Tx, requestId: string, id: number): Promise<boolean> {
  const charged = tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.paymentRequestId, requestId), ne(payments.id, id), paidSomehow));
  const held = await tx
    .update(paymentRequests)
    .set({ paidBy: id })
    .where(
      and(
        eq(paymentRequests.id, requestId),
        or(isNull(paymentRequests.paidBy), eq(paymentRequests.paidBy, id)),
        notExists(charged),
      ),
    )
    .returning({ id: paymentRequests.id });
  return held.length > 0;
}
