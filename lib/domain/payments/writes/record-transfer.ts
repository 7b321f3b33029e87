import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { TRANSFER_TYPE } from '#lib/domain/payments/copy.ts';
import {
  findPayingPayment,
  findPaymentRequest,
  type Payment,
} from '#lib/domain/payments/reads/payments.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import type { transferForm } from '#lib/domain/payments/schema.ts';
import { isTransfer, mayRecordTransfer } from '#lib/domain/payments/transfer.ts';
import { paymentRequestState } from '#lib/domain/payments/view.ts';
import { newBuyOrder } from '#lib/domain/payments/writes/create-payment.ts';
import { transitionPayment } from '#lib/domain/payments/writes/transition-payment.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * Records that the whole amount of a request arrived by bank transfer on the day `dia` (ISO), with
 * the bank's number of the operation if it is known. The same events and mails follow as after a
 * card payment, and the link accepts no card any more. Throws `not_found` if TRANSFER_ACCOUNT is
 * not set, `validation_failed` if the day is before the request or in the future, and `conflict` if
 * the request is paid otherwise, being paid or cancelled. A repeated call returns the first payment.
 */
export async function recordTransfer(
  ctx: AdminCtx,
  id: string,
  { dia: day, operacion: operationNumber }: z.infer<typeof transferForm>,
): Promise<Payment> {
  if (!getEnv().transferAccount) throw new AppError('not_found');
  return getDb().write(async (tx) => {
    const request = await findPaymentRequest(id, tx);
    if (!request) throw new AppError('not_found');
    const { amount, description, createdAt } = request;
    const payingPayment = await findPayingPayment(request, tx);
    const isRepeated =
      payingPayment && isTransfer(payingPayment) && payingPayment.transactionAt === startOfDay(day);
    if (isRepeated) return payingPayment;
    const state = paymentRequestState(request, payingPayment?.state ?? null, ctx.now);
    if (!mayRecordTransfer(state)) throw conflict(notRecordedText);
    const openPaymentCount = await tx.$count(
      payments,
      and(eq(payments.paymentRequestId, id), inArray(payments.state, ['created', 'pending'])),
    );
    if (openPaymentCount > 0) throw conflict(beingPaidText);
    if (day < isoDay(createdAt) || day > isoDay(ctx.now)) {
      throw new AppError('validation_failed', { fields: { dia: wrongDayText } });
    }
    const [row] = await tx
      .insert(payments)
      .values({
        buyOrder: newBuyOrder(),
        sessionId: randomId(),
        accountId: GUEST_ACCOUNT_ID,
        paymentRequestId: id,
        amount,
        description,
        state: 'created',
        paymentTypeCode: TRANSFER_TYPE,
        authorizationCode: operationNumber ?? null,
        transactionAt: startOfDay(day),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning({ id: payments.id });
    if (!row) throw new Error('the insert returned no row');
    return transitionPayment(tx, row.id, 'transferred', {
      actor: { ...ctx, actor: ctx.accountId },
    });
  });
}

const notRecordedText = 'Este pago ya se hizo, está anulado o le falta aceptar las condiciones.';
const beingPaidText =
  'Alguien lo está pagando con tarjeta en este momento. Espera unos minutos y vuelve a intentarlo.';
const wrongDayText = 'Elige un día entre el día en que se pidió el pago y hoy.';
