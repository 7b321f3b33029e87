import { desc, eq, getTableColumns, type SQLWrapper, sql } from 'drizzle-orm';
import { paidByAnotherAttemptCondition } from '#lib/domain/payments/reads/paid-by-another-attempt.ts';
import { payerColumns } from '#lib/domain/payments/reads/payments.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { paymentRefunds, paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

const accountNameColumn = (account: SQLWrapper) =>
  sql<string | null>`(select coalesce(a.name, a.email) from accounts a where a.id = ${account})`;

/**
 * Finds a payment of any account, with its payer, lead and refunds, for an admin; null if there is
 * none.
 */
export async function findPaymentForTeam(_ctx: AdminCtx, buyOrder: string) {
  const [row] = await getDb()
    .read.select({
      payment: payments,
      ...payerColumns,
      requestedLeadId: paymentRequests.leadId,
      isPaidByAnotherAttempt: paidByAnotherAttemptCondition,
    })
    .from(payments)
    .leftJoin(paymentRequests, eq(paymentRequests.id, payments.paymentRequestId))
    .leftJoin(accounts, eq(accounts.id, payments.accountId))
    .where(eq(payments.buyOrder, buyOrder))
    .limit(1);
  if (!row) return null;
  const { payment } = row;
  const refunds = await getDb()
    .read.select({
      ...getTableColumns(paymentRefunds),
      requestedBy: accountNameColumn(paymentRefunds.actor),
      approvedByName: accountNameColumn(paymentRefunds.approvedBy),
    })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payment.id))
    .orderBy(desc(paymentRefunds.id))
    .limit(100);
  return { ...row, refunds };
}
