import { z } from 'zod';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { findMember } from '#lib/domain/accounts/signed-in.ts';
import { isCharged } from '#lib/domain/payments/machine.ts';
import { findGuestPayment, getOwnPayment, type Payment } from '#lib/domain/payments/reads.ts';
import { createPaymentReceipt, paymentReceiptName } from '#lib/domain/payments/receipt.ts';
import { receiptEmail } from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { payByLink, queueReceipt } from '#lib/domain/payments/writes/pay-by-link.ts';
import { pdfFile } from '#lib/platform/files/pdf.ts';
import { warnedEmail, warnOfTypo } from '#lib/platform/mail/email-warning.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { MadeFile } from '#lib/platform/operations/files.ts';
import {
  defineFile,
  defineOperation,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';

const link = z.object({ token: z.string().max(100) });

/** The payment belongs to the session's account, or else to a guest. The signed link suffices. */
export const postPayByLink = defineOperation({
  method: 'POST',
  path: '/pagar/{token}/crear',
  auth: 'guest',
  limit: { name: 'payments/link', points: 20, seconds: 600, per: 'address' },
  params: link,
  body: warnOfTypo(z.object({ correo: receiptEmail, visto: warnedEmail })),
  reply: redirectAddress,
  summary: 'Start the payment that a link asks for',
  handler: async (ctx, { params, body }) =>
    payPath(await payByLink((await findMember(ctx)) ?? ctx, params.token, body.correo)),
});

export const postSendReceipt = defineOperation({
  method: 'POST',
  path: '/pagar/{token}/enviar-comprobante',
  auth: 'guest',
  limit: { name: 'payments/send-receipt', points: 10, seconds: 600, per: 'address' },
  params: link,
  body: z.object({ orden: z.string().max(26), correo: accountEmail }),
  reply: redirectAddress,
  summary: 'Mail the receipt of what was paid by a link',
  handler: async (ctx, { params, body: { orden, correo } }) => {
    await queueReceipt(ctx, { link: params.token, buyOrder: orden }, correo);
    return `?orden=${encodeURIComponent(orden)}`;
  },
});

export const getPaymentReceipt = defineFile({
  path: '/panel/pagos/{orden}/comprobante',
  auth: 'member',
  limit: { name: 'payments/receipt', points: 60, seconds: 600, per: 'account' },
  params: z.object({ orden: z.string().max(26) }),
  produces: 'application/pdf',
  summary: 'The receipt of an own payment as PDF',
  handler: async (ctx, { params }) => {
    return receiptOf(await getOwnPayment(ctx, params.orden));
  },
});

/** Serves guests, who have only the link and the order number. */
export const getGuestReceipt = defineFile({
  path: '/pagar/{token}/comprobante',
  auth: 'guest',
  limit: { name: 'payments/receipt', points: 60, seconds: 600, per: 'address' },
  params: link,
  query: z.object({ orden: z.string().max(26) }),
  produces: 'application/pdf',
  summary: 'The receipt of what was paid by a link, as PDF',
  handler: async ({ now }, { params, query }) => {
    return receiptOf(await findGuestPayment({ link: params.token, buyOrder: query.orden }, now));
  },
});

async function receiptOf(payment: Payment | null): Promise<MadeFile> {
  if (!payment || !isCharged(payment.state)) throw new AppError('not_found');
  const receipt = await createPaymentReceipt(payment);
  return pdfFile(receipt, paymentReceiptName(payment.buyOrder));
}
