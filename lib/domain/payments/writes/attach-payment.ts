import { eq, inArray } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  findLeadNumber,
  leadName,
  listPayerLeads,
} from '#lib/domain/payments/reads/payment-lead-guess.ts';
import {
  findPaymentByOrder,
  findPaymentRequest,
  type Payment,
} from '#lib/domain/payments/reads/payments.ts';
import { isCharged } from '#lib/domain/payments/transitions.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { movePaymentEvents } from '#lib/domain/requests/leads/writes/move-payment-events.ts';
import { updatePending } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * Attaches a charged payment to another request or message of its payer, or to none (null). The
 * payment's events move to the history of that lead. Throws `not_found`, and `conflict` for a
 * payment that was requested for a lead or was not charged.
 */
export async function attachPayment(
  ctx: AdminCtx,
  buyOrder: string,
  leadId: number | null,
): Promise<void> {
  const { accountId: actor, now } = ctx;
  await getDb().write(async (tx) => {
    const payment = await findPaymentByOrder(buyOrder, tx);
    if (!payment) throw new AppError('not_found');
    const { paymentRequestId, leadId: previousLeadId } = payment;
    const request = paymentRequestId && (await findPaymentRequest(paymentRequestId, tx));
    if (request && request.leadId !== null) {
      throw conflict('Este pago se pidió para una solicitud y queda con ella.');
    }
    if (!isCharged(payment.state)) throw conflict('Solo se asocia un pago que se cobró.');
    const payerLeads = await listPayerLeads(payment, tx);
    if (leadId !== null && !payerLeads.some(({ id }) => id === leadId)) {
      throw new AppError('not_found');
    }
    const chosen = { leadId, leadBasis: 'team' } as const;
    await tx.update(payments).set(chosen).where(eq(payments.id, payment.id));
    if (leadId !== previousLeadId) {
      await moveHistory(tx, ctx, payment, leadId);
      await noteMove(tx, ctx, payment, leadId);
    }
    const action = leadId === null ? 'payment.detached' : 'payment.attached';
    await audit(tx, ctx, { accountId: payment.accountId, actor, action, subject: buyOrder });
    const teamEvent = { accountId: null, actor };
    if (previousLeadId !== null && previousLeadId !== leadId) {
      await audit(tx, ctx, {
        ...teamEvent,
        action: 'payment.detached',
        subject: `lead:${previousLeadId}`,
      });
    }
    if (leadId !== null) await audit(tx, ctx, { ...teamEvent, action, subject: `lead:${leadId}` });
    const changedLeadIds = [previousLeadId, leadId].filter((id) => id !== null);
    if (changedLeadIds.length > 0) await updatePending(tx, inArray(leads.id, changedLeadIds), now);
  });
}

async function moveHistory(
  tx: Tx,
  { accountId: actor, now }: AdminCtx,
  { buyOrder, state, amount, leadId: previousLeadId }: Payment,
  leadId: number | null,
): Promise<void> {
  const eventIds = await movePaymentEvents(tx, { buyOrder, from: previousLeadId, to: leadId });
  if (leadId === null) return;
  if (eventIds.length === 0) {
    const event = { kind: 'payment', buyOrder, state, amount } as const;
    eventIds.push(await addLeadEvent(tx, { leadId, event, actor, at: now }));
  }
  for (const eventId of eventIds) await noteInCrm(tx, { leadId, eventId, now });
}

/** Notes in the histories of both leads where the payment was and where it is now. */
async function noteMove(
  tx: Tx,
  { accountId: actor, now }: AdminCtx,
  { buyOrder, leadId: previousLeadId }: Payment,
  leadId: number | null,
): Promise<void> {
  const histories = [
    { at: previousLeadId, other: leadId, isHere: false },
    { at: leadId, other: previousLeadId, isHere: true },
  ];
  for (const { at: historyLeadId, other: otherLeadId, isHere } of histories) {
    if (historyLeadId === null) continue;
    const number = await findLeadNumber(otherLeadId, tx);
    const name = number && leadName(number);
    const event = { kind: 'payment-moved', buyOrder, isHere, other: name } as const;
    await addLeadEvent(tx, { leadId: historyLeadId, event, actor, at: now });
  }
}
