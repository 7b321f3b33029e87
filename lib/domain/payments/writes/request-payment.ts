import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { findCompanyOf } from '#lib/domain/accounts/companies/reads.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery, withdrawDeliveries } from '#lib/domain/deliveries/writes/queue.ts';
import { isPayable, similarRequestNotice } from '#lib/domain/payments/copy.ts';
import { listSimilarRequests } from '#lib/domain/payments/reads/payment-requests.ts';
import { findPaymentRequest, type PaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import {
  isPaymentRequestOver,
  PAYMENT_REQUEST_DAYS,
  paymentRequestPartition,
} from '#lib/domain/payments/rules.ts';
import type { NewPaymentRequest } from '#lib/domain/payments/schema.ts';
import { refuseConcurrent } from '#lib/domain/requests/leads/reads/concurrent-acts.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { assignIfFree } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { getWebpay } from '#lib/platform/webpay/client.ts';

/**
 * Mails a payment link that is valid for 30 days. `open` says whether a similar open request is
 * replaced or kept. Throws `not_found` for an unknown lead, and `conflict` if the request to
 * replace is being paid.
 */
export async function requestPayment(
  ctx: AdminCtx,
  { amount, description, email, leadId, open, lastEvent }: NewPaymentRequest,
): Promise<PaymentRequest> {
  getWebpay();
  return getDb().write(async (tx) => {
    if (leadId !== undefined) {
      const [lead] = await tx
        .select({ id: leads.id })
        .from(leads)
        .where(and(eq(leads.id, leadId), isNull(leads.erasedAt)));
      if (!lead) throw new AppError('not_found');
    }
    const duplicate = await findDuplicate(tx, ctx, { amount, description, email, leadId });
    if (duplicate) return duplicate;
    if (leadId !== undefined) await refuseConcurrent(tx, ctx, leadId, lastEvent);
    await settleSimilarRequests(tx, ctx, { leadId, email, amount, open });
    const newRequest = { amount, description, email, leadId, createdBy: ctx.accountId };
    await consumeMailPoint(tx, { from: ctx.accountId, to: email, now: ctx.now });
    const request = await addPaymentRequest(tx, ctx, newRequest);
    if (leadId !== undefined) await assignIfFree(tx, ctx, leadId);
    return request;
  });
}

type RepeatedRequest = Pick<NewPaymentRequest, 'leadId' | 'email' | 'amount' | 'open'>;

async function settleSimilarRequests(
  tx: Tx,
  ctx: AdminCtx,
  { open, ...newRequest }: RepeatedRequest,
): Promise<void> {
  if (open === 'keep') return;
  const similarRequests = await listSimilarRequests(ctx, newRequest, tx);
  const notice = similarRequestNotice(similarRequests);
  if (!notice) return;
  if (open === undefined || !notice.isOpen) {
    const questionText = notice.isOpen ? chooseOneText : confirmAgainText;
    throw new AppError('validation_failed', { fields: { open: `${notice.text} ${questionText}` } });
  }
  const payableRequests = similarRequests.filter(({ state }) => isPayable(state));
  for (const { request } of payableRequests) await endOrRefuse(tx, ctx, request);
}

const chooseOneText = 'Elige si este lo reemplaza o si pides los dos.';
const confirmAgainText = 'Confirma que pides otro pago.';

type NewRow = NewPaymentRequest & { createdBy: string };

/**
 * Stores a payment request, records it in the history and queues its mail. Requires a transaction.
 * `actor` is `system` if an applicant's acceptance of conditions caused it.
 */
export async function addPaymentRequest(
  tx: Tx,
  origin: AuditOrigin,
  { leadId, createdBy, ...requestValues }: NewRow,
  actor = createdBy,
): Promise<PaymentRequest> {
  const { now } = origin;
  const times = { createdAt: now, expiresAt: now + PAYMENT_REQUEST_DAYS * DAY };
  // If another person than the applicant pays, the payment is not the company's.
  const [lead] =
    leadId === undefined
      ? []
      : await tx
          .select({ companyId: leads.companyId })
          .from(leads)
          .where(and(eq(leads.id, leadId), eq(leads.email, requestValues.email)));
  const companyId = lead ? lead.companyId : await findCompanyOf(requestValues, tx);
  const [row] = await tx
    .insert(paymentRequests)
    .values({ id: randomId(), ...requestValues, leadId, companyId, createdBy, ...times })
    .returning();
  if (!row) throw new Error('the insert returned no row');
  const { id, amount } = row;
  await audit(tx, origin, {
    accountId: createdBy,
    actor,
    action: 'payment.requested',
    subject: id,
  });
  if (leadId !== undefined) {
    const event = { kind: 'payment', buyOrder: id, state: 'requested', amount } as const;
    await addLeadEvent(tx, { leadId, event, actor, at: now });
  }
  await enqueueDelivery(tx, {
    partition: paymentRequestPartition(id),
    kind: 'payment.request-mail',
    payload: { paymentRequestId: id },
    now,
  });
  return row;
}

/** An equal unpaid request by the same advisor within this time counts as a double click. */
const DOUBLE_CLICK_MS = MINUTE;

async function findDuplicate(tx: Tx, ctx: AdminCtx, newRequest: NewPaymentRequest) {
  const rows = await tx
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.email, newRequest.email),
        eq(paymentRequests.amount, newRequest.amount),
        eq(paymentRequests.description, newRequest.description),
        sql`${paymentRequests.leadId} is ${newRequest.leadId ?? null}`,
        eq(paymentRequests.createdBy, ctx.accountId),
        gt(paymentRequests.createdAt, ctx.now - DOUBLE_CLICK_MS),
        isNull(paymentRequests.reservedBy),
      ),
    );
  return rows.find((row) => !isPaymentRequestOver(row, ctx.now));
}

/**
 * Cancels a payment request, which ends its link. A second call changes nothing. Throws
 * `not_found`, and `conflict` if the request is paid or being paid.
 */
export async function cancelPaymentRequest(ctx: AdminCtx, id: string): Promise<void> {
  await getDb().write(async (tx) => {
    const request = await findPaymentRequest(id, tx);
    if (!request) throw new AppError('not_found');
    await endOrRefuse(tx, ctx, request);
  });
}

async function endOrRefuse(tx: Tx, ctx: AdminCtx, request: PaymentRequest): Promise<void> {
  if (await endPaymentRequest(tx, ctx, request)) return;
  throw conflict(notCancelledText);
}

/**
 * Ends the link of a request now. Requires a transaction. Changes nothing and returns false if the
 * request is paid or being paid.
 */
export async function endPaymentRequest(
  tx: Tx,
  origin: AuditOrigin & { accountId: string },
  { id, leadId, amount, reservedBy, expiresAt }: PaymentRequest,
): Promise<boolean> {
  const { accountId, now, actor = accountId } = origin;
  const openPaymentCount = await tx.$count(
    payments,
    and(eq(payments.paymentRequestId, id), inArray(payments.state, ['created', 'pending'])),
  );
  if (reservedBy !== null || openPaymentCount > 0) return false;
  if (expiresAt <= now) return true;
  await tx.update(paymentRequests).set({ expiresAt: now }).where(eq(paymentRequests.id, id));
  await withdrawDeliveries(tx, {
    partition: paymentRequestPartition(id),
    kind: 'payment.request-mail',
    now,
  });
  await audit(tx, origin, { accountId, action: 'payment.request-cancelled', subject: id });
  if (leadId === null) return true;
  const event = { kind: 'payment', buyOrder: id, state: 'cancelled', amount } as const;
  await addLeadEvent(tx, { leadId, event, actor, at: now });
  return true;
}

const notCancelledText =
  'Este pago ya se hizo o alguien lo está haciendo. Si no se completa, puedes anularlo en unos minutos.';
