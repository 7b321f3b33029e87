import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { paymentRequestPath } from '#lib/domain/payments/links.ts';
import { otherPayer } from '#lib/domain/payments/payer-view.ts';
import {
  linkExpiryColumn,
  openAttemptColumn,
  type Payment,
  type PaymentRequest,
  payerColumns,
  payerPersonEmailColumn,
  paymentRequestColumns,
} from '#lib/domain/payments/reads/payments.ts';
import { PAYMENT_REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { expectedTransfer } from '#lib/domain/payments/transfer.ts';
import {
  adminPaymentPath,
  attemptStartText,
  type OpenAttempt,
  paymentRequestState,
} from '#lib/domain/payments/view.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';

type RequestFilter = ({ leadId: number } | { email: string; amount: number }) & { limit?: number };

/** Lists payment requests, newest first, each with its stored row in `request`. */
export async function listPaymentRequests(
  ctx: AdminCtx,
  filter: RequestFilter,
  db: ReadDb | Tx = getDb().read,
) {
  const rows = await db
    .select({
      request: paymentRequestColumns,
      buyOrder: payments.buyOrder,
      state: payments.state,
      refunded: payments.refundedAmount,
      attempt: sql<string | null>`${openAttemptColumn(sql`${paymentRequests.id}`)}`,
      chargedAt: sql<number | null>`coalesce(${payments.settledAt}, ${payments.createdAt})`,
      payment: { accountId: payments.accountId, receiptEmail: payments.receiptEmail },
      ...payerColumns,
    })
    .from(paymentRequests)
    .leftJoin(payments, eq(payments.id, paymentRequests.reservedBy))
    .leftJoin(accounts, eq(accounts.id, payments.accountId))
    .where(
      'leadId' in filter
        ? eq(paymentRequests.leadId, filter.leadId)
        : and(eq(paymentRequests.email, filter.email), eq(paymentRequests.amount, filter.amount)),
    )
    .orderBy(desc(paymentRequests.createdAt))
    .limit(filter.limit ?? 50);
  return rows.map(({ payment, email, company, payerMail, requestedTo, ...row }) => ({
    ...listedRequest(row, ctx.now),
    request: row.request,
    otherPayer: payment && otherPayer({ payment, email, company, payerMail, requestedTo }),
  }));
}

type RequestRow = {
  buyOrder: string | null;
  request: PaymentRequest;
  state: Payment['state'] | null;
  chargedAt: number | null;
  refunded: number | null;
  attempt?: string | null;
};

export function listedRequest(
  { request, buyOrder, state, chargedAt, refunded, attempt }: RequestRow,
  now: number,
) {
  const { id, amount, description, email, createdAt, expiresAt } = request;
  const shownState = paymentRequestState(request, state, now);
  const parsedAttempt = attempt ? (JSON.parse(attempt) as OpenAttempt) : null;
  return {
    id,
    attempt: parsedAttempt && {
      text: attemptStartText(parsedAttempt, now),
      at: parsedAttempt.at,
      path: adminPaymentPath(parsedAttempt.order),
    },
    amount: formatPesos(amount),
    description,
    email,
    createdAt,
    expiresAt,
    state: shownState,
    transfer: expectedTransfer(id, shownState),
    url: paymentRequestPath(id),
    chargedAt,
    refundText: partRefundText(amount, state === 'authorized' ? refunded : null),
    paymentPath: buyOrder === null ? null : adminPaymentPath(buyOrder),
  };
}

/** Returns `Devuelto en parte: $ 20.000 de $ 89.500`, or null if nothing was refunded. */
function partRefundText(amount: number, refunded: number | null): string | null {
  return refunded ? `Devuelto en parte: ${formatPesos(refunded)} de ${formatPesos(amount)}` : null;
}

/**
 * Lists the charged payments that were attached to a lead by a guess or by hand, newest first.
 * Payments of the lead's own payment requests are left out.
 */
export async function listAttachedPayments(_ctx: AdminCtx, leadId: number, limit: number) {
  const rows = await getDb()
    .read.select({ payment: payments, email: payerPersonEmailColumn })
    .from(payments)
    .where(sql`${payments.leadId} = ${leadId} and ${payments.state} in ('authorized', 'refunded')
      and not exists (select 1 from payment_requests r
        where r.id = ${payments.paymentRequestId} and r.lead_id is not null)`)
    .orderBy(desc(payments.createdAt))
    .limit(limit);
  return rows.map(({ payment, email }) => {
    const { buyOrder, amount, description, createdAt, state, refundedAmount } = payment;
    return {
      id: buyOrder,
      amount: formatPesos(amount),
      description: description ?? 'Sin concepto',
      email: email ?? 'Cuenta eliminada',
      createdAt,
      state: state === 'refunded' ? ('refunded' as const) : ('paid' as const),
      refundText: partRefundText(amount, state === 'authorized' ? refundedAmount : null),
      expiresAt: null,
      url: null,
      paymentPath: adminPaymentPath(buyOrder),
    };
  });
}

type NewRequest = { leadId?: number | undefined; email: string; amount: number };

/**
 * Lists payment requests that a new one may repeat: those of the same lead, and recent ones to this
 * e-mail for this amount (whole pesos).
 */
export async function listSimilarRequests(
  ctx: AdminCtx,
  { leadId, email, amount }: NewRequest,
  db?: ReadDb | Tx,
) {
  if (leadId !== undefined) return listPaymentRequests(ctx, { leadId }, db);
  const earliestAt = ctx.now - PAYMENT_REQUEST_DAYS * DAY;
  const duplicates = await listPaymentRequests(ctx, { email, amount }, db);
  return duplicates.filter(({ chargedAt, expiresAt }) => (chargedAt ?? expiresAt) > earliestAt);
}

export type DuePayment = Awaited<ReturnType<typeof listDuePayments>>[number];

/** Lists the open payment requests of the account holder, those that expire soonest first. */
export async function listDuePayments({ owner, now }: SignedInCtx) {
  const rows = await getDb()
    .read.select({ request: paymentRequests, submissionId: leads.submissionId })
    .from(paymentRequests)
    .leftJoin(leads, eq(leads.id, paymentRequests.leadId))
    .where(and(eq(paymentRequests.owner, owner), dueCondition(now)))
    .orderBy(asc(paymentRequests.expiresAt))
    .limit(50);
  return rows.map(({ request: { id, amount, description, expiresAt }, submissionId }) => ({
    id,
    amount: formatPesos(amount),
    price: amount,
    description,
    submissionId,
    expiresAt,
    path: paymentRequestPath(id),
  }));
}

const dueCondition = (now: number) =>
  and(gt(linkExpiryColumn(), now), isNull(paymentRequests.reservedBy));

export async function countDuePayments(owners: string[], now: number) {
  const { owner } = paymentRequests;
  const rows = await getDb()
    .read.select({ owner, dueCount: count() })
    .from(paymentRequests)
    .where(and(inArray(owner, owners), dueCondition(now)))
    .groupBy(owner);
  return new Map(rows.map((row) => [row.owner, row.dueCount]));
}
