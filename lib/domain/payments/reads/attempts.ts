import { and, desc, eq, gt } from 'drizzle-orm';
import { FORM_REOPEN_MS } from '#lib/domain/payments/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';

/**
 * Returns when (ms) the newest attempt to pay a request at Webpay began, or null if nobody is
 * paying it now.
 */
export async function findAttemptStart(
  paymentRequestId: string,
  now: number,
): Promise<number | null> {
  const [row] = await getDb()
    .read.select({ at: payments.createdAt })
    .from(payments)
    .where(
      and(
        eq(payments.paymentRequestId, paymentRequestId),
        eq(payments.state, 'pending'),
        gt(payments.createdAt, now - FORM_REOPEN_MS),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return row?.at ?? null;
}
