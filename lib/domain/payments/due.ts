import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { requestPath } from '#lib/domain/payments/links.ts';
import { openUntil } from '#lib/domain/payments/reads.ts';
import { pesos } from '#lib/domain/payments/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';

export type DuePayment = {
  id: string;
  amount: string;
  description: string;
  submissionId: number | null;
  expiresAt: number;
  path: string;
};

/** By the address that the account proved; what lapses first comes first. */
export async function listDuePayments({ email, now }: MemberCtx): Promise<DuePayment[]> {
  const rows = await getDb()
    .read.select({
      id: paymentRequests.id,
      amount: paymentRequests.amount,
      description: paymentRequests.description,
      submissionId: leads.submissionId,
      expiresAt: paymentRequests.expiresAt,
    })
    .from(paymentRequests)
    .leftJoin(leads, eq(leads.id, paymentRequests.leadId))
    .where(
      and(
        eq(paymentRequests.email, email.toLowerCase()),
        gt(openUntil(), now),
        isNull(paymentRequests.paidBy),
      ),
    )
    .orderBy(asc(paymentRequests.expiresAt))
    .limit(50);
  return rows.map(({ amount, ...row }) => ({
    ...row,
    amount: pesos(amount),
    path: requestPath(row.id),
  }));
}
