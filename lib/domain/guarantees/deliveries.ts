import { z } from 'zod';
import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { acknowledgementMail, internalMail } from '#lib/domain/guarantees/mail.tsx';
import { getGuaranteeRequest } from '#lib/domain/guarantees/reads.ts';
import { receiptBytes, receiptFileName } from '#lib/domain/guarantees/receipt.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getAdvisorsAddress, getMail } from '#lib/platform/mail/open.ts';

/** What is sent for a guarantee request, by kind of delivery. */
export const guaranteeHandlers: Record<string, Handler> = {
  'guarantee.internal-mail': async (payload, { idempotencyKey }) => {
    const request = await requestOf(payload);
    await getMail().send({
      ...(await internalMail(request)),
      to: getAdvisorsAddress(),
      replyTo: request.answers.email,
      idempotencyKey,
    });
  },

  'guarantee.acknowledgement': async (payload, { idempotencyKey }) => {
    const request = await requestOf(payload);
    await getMail().send({
      ...(await acknowledgementMail(request)),
      to: request.answers.email,
      replyTo: getEnv().mail.internalTo,
      attachments: [
        {
          fileName: receiptFileName(request.id),
          contentType: 'application/pdf',
          content: await receiptBytes(request),
        },
      ],
      idempotencyKey,
    });
  },
};

const payloadSchema = z.object({ submissionId: z.int() });

async function requestOf(payload: unknown) {
  return getGuaranteeRequest(payloadSchema.parse(payload).submissionId);
}
