import { and, desc, eq, getTableColumns, inArray, lt, not, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  ownPaymentStates,
  type ownPaymentsFilterQuery,
} from '#lib/domain/payments/lists/own-filter.ts';
import { paidByAnotherAttemptCondition } from '#lib/domain/payments/reads/paid-by-another-attempt.ts';
import {
  type Owner,
  ownPaymentsCondition,
  type Payment,
} from '#lib/domain/payments/reads/payments.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';

export type OwnPayment = Payment & {
  /** Number of the request that was paid, or null if the account holder may not open it. */
  submissionId: number | null;
  failedAttempts: number;
  /** Name of the person who paid for a company. */
  payer: string | null;
};

/**
 * Lists the account holder's payments, newest first. If a request was paid, its failed attempts are
 * only counted in the row of the payment that paid it, unless the filter selects failed payments.
 */
export async function listOwnPaymentPage(
  ctx: Owner,
  {
    estado,
    before,
    limit,
  }: z.infer<typeof ownPaymentsFilterQuery> & { before?: number | undefined; limit: number },
): Promise<{ rows: OwnPayment[]; next: number | null }> {
  const retriedCondition = sql`(${payments.paymentRequestId} is not null and ${paidByAnotherAttemptCondition})`;
  const rows = await getDb()
    .read.select({
      ...getTableColumns(payments),
      submissionId: leads.submissionId,
      payer: sql<string | null>`coalesce(${accounts.name}, ${accounts.email})`,
      failedAttempts: sql<number>`(select count(*) from payments failed
        where failed.payment_request_id = ${payments.paymentRequestId}
          and failed.state = 'failed' and ${payments.state} in ('authorized', 'refunded'))`,
    })
    .from(payments)
    .leftJoin(accounts, eq(accounts.id, payments.personId))
    .leftJoin(paymentRequests, eq(paymentRequests.id, payments.paymentRequestId))
    .leftJoin(leads, and(eq(leads.id, paymentRequests.leadId), eq(leads.owner, ctx.owner)))
    .where(
      and(
        ownPaymentsCondition(ctx),
        estado ? inArray(payments.state, ownPaymentStates[estado].states) : not(retriedCondition),
        before === undefined ? undefined : lt(payments.id, before),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Returns the sum that the account holder paid, minus refunds. */
export async function sumOwnPayments(ctx: Owner): Promise<number> {
  const [row] = await getDb()
    .read.select({ sum: sql<number>`total(${payments.amount} - ${payments.refundedAmount})` })
    .from(payments)
    .where(and(ownPaymentsCondition(ctx), eq(payments.state, 'authorized')));
  return row?.sum ?? 0;
}

/** Returns the number of the request that a payment is for, if the account holder may open it. */
export async function findRequestOfPayment(
  { owner }: Pick<Owner, 'owner'>,
  { paymentRequestId }: Pick<Payment, 'paymentRequestId'>,
): Promise<number | null> {
  if (paymentRequestId === null) return null;
  const [row] = await getDb()
    .read.select({ submissionId: leads.submissionId })
    .from(paymentRequests)
    .innerJoin(leads, and(eq(leads.id, paymentRequests.leadId), eq(leads.owner, owner)))
    .where(eq(paymentRequests.id, paymentRequestId))
    .limit(1);
  return row?.submissionId ?? null;
}
