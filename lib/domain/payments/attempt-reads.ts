import { and, desc, eq, gt } from 'drizzle-orm';
import { TOKEN_MS } from '#lib/domain/payments/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';

/** Returns since when (ms) somebody pays a request at Webpay, the newest such attempt, or null. */
export async function findAttemptStart(request: string, now: number): Promise<number | null> {
  const [row] = await getDb()
    .read.select({ at: payments.createdAt })
    .from(payments)
    .where(
      and(
        eq(payments.paymentRequestId, request),
        eq(payments.state, 'pending'),
        gt(payments.createdAt, now - TOKEN_MS),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return row?.at ?? null;
}
