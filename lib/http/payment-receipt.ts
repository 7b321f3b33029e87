import { Readable } from 'node:stream';
import { z } from 'zod';
import { getOwnPayment } from '#lib/domain/payments/reads.ts';
import { createPaymentReceipt, paymentReceiptName } from '#lib/domain/payments/receipt.ts';
import { hasReceipt } from '#lib/domain/payments/view.ts';
import { streamResponse } from '#lib/platform/content.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream } from '#lib/platform/operation.ts';
import { contentDisposition } from '#lib/platform/storage/file-name.ts';
import { streamSending } from '#lib/platform/storage/sending.ts';

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
    const payment = await getOwnPayment(ctx, params.orden);
    if (!hasReceipt(payment)) throw new AppError('not_found');
    const receipt = createPaymentReceipt(payment);
    return streamResponse(streamSending(Readable.from(receipt)), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': contentDisposition('inline', paymentReceiptName(payment.buyOrder)),
        'Cache-Control': 'private, no-store',
      },
    });
  },
});
