import { z } from 'zod';
import { findGuestPayment, getOwnPayment, type Payment } from '#lib/domain/payments/reads.ts';
import { createPaymentReceipt, paymentReceiptName } from '#lib/domain/payments/receipt.ts';
import { hasReceipt } from '#lib/domain/payments/view.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream } from '#lib/platform/operation.ts';
import { pdfResponse } from '#lib/platform/pdf.ts';

export const getPaymentReceipt = defineStream({
  method: 'GET',
  path: '/panel/pagos/{orden}/comprobante',
  auth: 'member',
  limit: { name: 'payments/receipt', points: 60, seconds: 600, per: 'account' },
  params: z.object({ orden: z.string().max(26) }),
  produces: 'application/pdf',
  reply: z.never(),
  summary: 'The receipt of an own payment as PDF',
  handler: async (ctx, { params }) => {
    return receiptOf(await getOwnPayment(ctx, params.orden));
  },
});

/** Of a guest, who has nothing but link and order. */
export const getGuestReceipt = defineStream({
  method: 'GET',
  path: '/pagar/{token}/comprobante',
  auth: 'guest',
  limit: { name: 'payments/receipt', points: 60, seconds: 600, per: 'address' },
  params: z.object({ token: z.string().max(100) }),
  query: z.object({ orden: z.string().max(26) }),
  produces: 'application/pdf',
  reply: z.never(),
  summary: 'The receipt of what was paid by a link, as PDF',
  handler: async ({ now }, { params, query }) => {
    return receiptOf(await findGuestPayment({ link: params.token, buyOrder: query.orden }, now));
  },
});

async function receiptOf(payment: Payment | null): Promise<Response> {
  if (!payment || !hasReceipt(payment)) throw new AppError('not_found');
  const receipt = await createPaymentReceipt(payment);
  return pdfResponse(receipt, paymentReceiptName(payment.buyOrder));
}
