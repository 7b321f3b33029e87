import { and, desc, eq, gt, gte, isNull, ne, or, sql } from 'drizzle-orm';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { actorOf, type RequestAccess } from '#lib/domain/links/request-access.ts';
import { findPayingPayment, findPaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import {
  addPaymentRequest,
  endPaymentRequest,
} from '#lib/domain/payments/writes/request-payment.ts';
import { conditionsRefusals } from '#lib/domain/requests/conditions/copy.ts';
import {
  listCorrections,
  storeCorrections,
} from '#lib/domain/requests/conditions/correction-writes.ts';
import {
  findOpenConditions,
  findRequestWithConditions,
  type RequestWithConditions,
} from '#lib/domain/requests/conditions/reads.ts';
import type { Conditions, NewConditions } from '#lib/domain/requests/conditions/schema.ts';
import { refuseConcurrent } from '#lib/domain/requests/leads/reads/concurrent-acts.ts';
import { findLeadHolder } from '#lib/domain/requests/leads/reads/leads.ts';
import {
  isDecided,
  leadMailPartition,
  leadTeamPartition,
} from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { assignIfFree } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, RequestCtx } from '#lib/platform/operations/operation.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { isWebpayConfigured } from '#lib/platform/webpay/client.ts';

const comparedFields = ['price', 'issuer', 'terms', 'validUntil'] as const;

/**
 * Sends conditions. They replace the previous version and end its unpaid payment request. If they
 * equal the previous version, nothing changes, unless that version was declined. Throws
 * `not_found`, and `conflict` if the request is decided, paid, being paid or was changed by
 * somebody else.
 */
export async function sendConditions(
  ctx: AdminCtx,
  leadId: number,
  { lastEvent, garantias, ...newConditions }: NewConditions,
): Promise<void> {
  const { accountId: actor, now } = ctx;
  await getDb().write(async (tx) => {
    const request = await findRequestWithConditions(eq(leads.id, leadId), tx);
    if (!request) throw new AppError('not_found');
    const { conditions: lastConditions, state } = request;
    if (isDecided(state)) throw conflict(conditionsRefusals.decided);
    if (newConditions.validUntil !== undefined && newConditions.validUntil < isoDay(now)) {
      throw new AppError('validation_failed', { fields: { validUntil: conditionsRefusals.past } });
    }
    const { submissionId } = request;
    const corrections = await listCorrections(tx, submissionId, garantias);
    const isRepeated =
      lastConditions &&
      comparedFields.every((field) => lastConditions[field] === newConditions[field]);
    if (isRepeated && corrections.length === 0 && lastConditions.declinedAt === undefined) return;
    await refuseConcurrent(tx, ctx, leadId, lastEvent);
    if (
      lastConditions?.paymentRequestId &&
      !(await endUnpaidRequest(tx, ctx, lastConditions.paymentRequestId))
    ) {
      throw conflict(conditionsRefusals.paid);
    }
    await consumeMailPoint(tx, { from: actor, to: request.email, now });
    const version = (lastConditions?.version ?? 0) + 1;
    await storeCorrections(tx, leadId, submissionId, corrections);
    const correction = corrections.length > 0 ? { corrected: corrections } : {};
    const event = { kind: 'conditions', version, ...newConditions, ...correction } as const;
    await addLeadEvent(tx, { leadId, event, actor, at: now });
    await enqueueDelivery(tx, {
      partition: leadMailPartition(leadId),
      kind: 'lead.conditions-mail',
      payload: { leadId, version },
      now,
    });
    await assignIfFree(tx, ctx, leadId);
    await auditLeadEvent(tx, ctx, request, { action: 'conditions.sent', actor });
  });
}

/** Ends a payment request. Returns false if it is being paid, or was paid and not refunded. */
export async function endUnpaidRequest(
  tx: Tx,
  origin: Parameters<typeof endPaymentRequest>[1],
  id: string,
): Promise<boolean> {
  const request = await findPaymentRequest(id, tx);
  if (!request) return true;
  const payment = await findPayingPayment(request, tx);
  return payment?.state === 'refunded' || endPaymentRequest(tx, origin, request);
}

/**
 * Accepts a version of the conditions, once. Throws `conflict` if that version cannot be accepted.
 */
export async function acceptConditions(
  ctx: RequestCtx,
  entry: RequestAccess,
  version: number,
): Promise<void> {
  const { now, ip } = ctx;
  await getDb().write(async (tx) => {
    const { request, conditions, isRepeated } = await findOpenConditions(
      tx,
      entry,
      { version, now },
      'accepted',
    );
    if (isRepeated) return;
    const { leadId } = request;
    const actor = actorOf(entry);
    const { price } = conditions;
    const paymentRequestId = await findOrAddPaymentRequest(tx, ctx, request, conditions);
    const event = { kind: 'accepted', version, price, address: ip, paymentRequestId } as const;
    const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now });
    await noteInCrm(tx, { leadId, eventId, now });
    const partition = leadTeamPartition(leadId);
    const payload = { leadId, version };
    await enqueueDelivery(tx, { partition, kind: 'lead.accepted-mail', payload, now });
    await auditLeadEvent(tx, ctx, request, { action: 'conditions.accepted', actor });
  });
}

/**
 * Finds the payment request for this price, or adds one. Payments from before the conditions are
 * ignored.
 */
async function findOrAddPaymentRequest(
  tx: Tx,
  ctx: RequestCtx,
  { leadId, submissionId, email }: RequestWithConditions,
  { price: amount, sentBy: createdBy }: Conditions,
): Promise<string | null> {
  const firstSentAt = sql`(select min(at) from lead_events where lead_id = ${leadId}
    and kind = 'conditions' and detail ->> '$.price' = ${amount})`;
  const [existingRequest] = await tx
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .leftJoin(payments, eq(payments.id, paymentRequests.reservedBy))
    .where(
      and(
        eq(paymentRequests.leadId, leadId),
        eq(paymentRequests.amount, amount),
        or(
          and(isNull(paymentRequests.reservedBy), gt(paymentRequests.expiresAt, ctx.now)),
          and(
            ne(payments.state, 'refunded'),
            or(isNull(payments.settledAt), gte(payments.settledAt, firstSentAt)),
          ),
        ),
      ),
    )
    .orderBy(desc(paymentRequests.createdAt))
    .limit(1);
  if (existingRequest) return existingRequest.id;
  if (!isWebpayConfigured()) return null;
  const description = `Garantía de la solicitud N.º ${submissionId}`;
  const request = { amount, description, email, leadId, createdBy };
  return (await addPaymentRequest(tx, ctx, request, 'system')).id;
}

/** Audits an event of a lead in the trail of the account that sees the lead, if any. */
export async function auditLeadEvent(
  tx: Tx,
  origin: AuditOrigin,
  { leadId }: Pick<RequestWithConditions, 'leadId'>,
  event: { action: AuditAction; actor: string },
): Promise<void> {
  const accountId = await findLeadHolder(leadId, tx);
  await audit(tx, origin, { ...event, accountId, subject: `lead:${leadId}` });
}
