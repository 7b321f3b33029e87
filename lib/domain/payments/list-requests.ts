import { and, desc, eq, sql } from 'drizzle-orm';
import { requestColumns } from '#lib/domain/payments/reads.ts';
import { REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { listedRequest } from '#lib/domain/payments/view.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/durations.ts';
import type { AdminCtx } from '#lib/platform/operation.ts';

type Asked = { leadId?: number; same?: { email: string; amount: number }; limit?: number };

/** Newest first with its payment's state; of one lead, or the `same` as a new one. */
export async function listPaymentRequests(
  _ctx: AdminCtx,
  { leadId, same, limit = 50 }: Asked = {},
  db: Reads | Tx = getDb().read,
) {
  return db
    .select({
      request: requestColumns,
      buyOrder: payments.buyOrder,
      state: payments.state,
      chargedAt: sql<number | null>`coalesce(${payments.settledAt}, ${payments.createdAt})`,
    })
    .from(paymentRequests)
    .leftJoin(payments, eq(payments.id, paymentRequests.paidBy))
    .where(
      and(
        leadId === undefined ? undefined : eq(paymentRequests.leadId, leadId),
        same && eq(paymentRequests.email, same.email),
        same && eq(paymentRequests.amount, same.amount),
      ),
    )
    .orderBy(desc(paymentRequests.createdAt))
    .limit(limit);
}

type New = { leadId?: number | undefined; email: string; amount: number };

/** All that was asked for a lead; without one, of the same mail and amount what is no older than a link lives. */
export async function listPrior(
  ctx: AdminCtx,
  { leadId, ...same }: New,
  db: Reads | Tx = getDb().read,
) {
  const of = leadId === undefined ? { same } : { leadId };
  const rows = await listPaymentRequests(ctx, of, db);
  const since = leadId === undefined ? ctx.now - REQUEST_DAYS * DAY : 0;
  return rows
    .filter(({ request, chargedAt }) => (chargedAt ?? request.expiresAt) > since)
    .map((row) => ({ ...listedRequest(row, ctx.now), request: row.request }));
}
