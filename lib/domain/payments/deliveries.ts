import { z } from 'zod';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { receiptMail, refundMail, requestMail } from '#lib/domain/payments/mail.ts';
import { findPaymentById, findPaymentRequest, isPaid } from '#lib/domain/payments/reads.ts';
import { paymentReceiptBytes, paymentReceiptName } from '#lib/domain/payments/receipt.ts';
import { getEnv } from '#lib/platform/env.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { getMail } from '#lib/platform/mail/open.ts';

/** What is sent about payments, by kind. Payloads hold ids; what is sent is read when it is sent. */
export const paymentHandlers = {
  'payment.receipt-mail': async (payload, { idempotencyKey }) => {
    const found = await findPaymentById(receiptPayload.parse(payload).paymentId);
    if (!found) return;
    // As it was when it was paid: a try that comes after a refund has to say the same.
    const payment = { ...found, state: 'authorized', refundedAmount: 0 } as const;
    const attachment = {
      fileName: paymentReceiptName(payment.buyOrder),
      contentType: 'application/pdf',
      content: await paymentReceiptBytes(payment),
    };
    const mail = { ...(await receiptMail(payment)), attachments: [attachment] };
    await sendTo(payment.accountId, idempotencyKey, mail);
  },

  'payment.refund-mail': async (payload, { idempotencyKey }) => {
    const { paymentId, refundedAmount } = refundPayload.parse(payload);
    const payment = await findPaymentById(paymentId);
    if (!payment) return;
    await sendTo(payment.accountId, idempotencyKey, await refundMail(payment, refundedAmount));
  },

  'payment.request-mail': async (payload, { idempotencyKey, now }) => {
    const request = await findPaymentRequest(requestPayload.parse(payload).paymentRequestId);
    if (!request || request.expiresAt <= now || (await isPaid(request))) return;
    await getMail().send({
      ...(await requestMail(request)),
      to: request.email,
      replyTo: getEnv().mail.internalTo,
      idempotencyKey,
    });
  },
} satisfies Handlers;

const receiptPayload = z.object({ paymentId: z.int() });
const refundPayload = z.object({ paymentId: z.int(), refundedAmount: z.int() });
const requestPayload = z.object({ paymentRequestId: z.string() });

/** An account that is gone has no address any more. */
async function sendTo(
  accountId: string,
  idempotencyKey: string,
  mail: Omit<Mail, 'to' | 'idempotencyKey'>,
): Promise<void> {
  const account = await findAccount(accountId);
  if (!account) return;
  const replyTo = getEnv().mail.internalTo;
  await getMail().send({ ...mail, to: account.email, replyTo, idempotencyKey });
}
