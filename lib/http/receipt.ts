import { Readable } from 'node:stream';
import { z } from 'zod';
import { getGuaranteeRequest } from '#lib/domain/guarantees/reads.ts';
import { createReceipt, receiptFileName } from '#lib/domain/guarantees/receipt.ts';
import { submissionIdOfReceipt } from '#lib/domain/guarantees/view.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream } from '#lib/platform/operation.ts';
import { contentDisposition } from '#lib/platform/storage/file-name.ts';
import { webStream } from '#lib/platform/web-stream.ts';

export const getReceiptPdf = defineStream({
  method: 'GET',
  path: '/comprobante/{token}/pdf',
  auth: 'guest',
  limit: { name: 'receipts', points: 60, seconds: 600, per: 'address' },
  params: z.object({ token: z.string().max(100) }),
  produces: 'application/pdf',
  reply: z.never(),
  summary: 'The receipt of a request as PDF',
  handler: async (_ctx, { params }) => {
    const id = submissionIdOfReceipt(params.token);
    if (id === null) throw new AppError('not_found');
    const receipt = createReceipt(await getGuaranteeRequest(id));
    return new Response(webStream(Readable.from(receipt)), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': contentDisposition('inline', receiptFileName(id)),
        'Cache-Control': 'private, no-store',
      },
    });
  },
});
