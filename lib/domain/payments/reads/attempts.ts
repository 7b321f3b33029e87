import { and, desc, eq, gt } from 'drizzle-orm';
import { FORM_REOPEN_MS } from '#lib/domain/payments/rules.ts';
import { attemptStartText } from '#lib/domain/payments/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';

/**
 * Returns since when the newest attempt to pay a request at Webpay is open, such as
 * `desde las 14:32`, or null if nobody is paying it now.
 */
export async function findAttemptText(
  paymentRequestId: string,
  now: number,
): Promise<string | null> {
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
  return row ? attemptStartText(row, now) : null;
}
