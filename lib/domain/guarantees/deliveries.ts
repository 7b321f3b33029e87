import { z } from 'zod';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { acknowledgementMail, internalMail } from '#lib/domain/guarantees/mail.ts';
import { getGuaranteeRequest } from '#lib/domain/guarantees/reads.ts';
import { receiptBytes, receiptFileName } from '#lib/domain/guarantees/receipt.ts';
import type { GuaranteeRequest } from '#lib/domain/guarantees/view.ts';
import { isProven } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getAdvisorsAddress, getMail } from '#lib/platform/mail/open.ts';

export const guaranteeHandlers = {
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
    const { linkId, submissionId } = payloadSchema.parse(payload);
    const url = linkUrl('receipt', linkId ?? String(submissionId));
    const { email } = request.answers;
    const proven = await isProven(email, request.createdAt);
    await getMail().send({
      ...(await acknowledgementMail(request, { url, isProven: proven })),
      to: email,
      replyTo: getEnv().mail.internalTo,
      ...(proven && { attachments: [await receiptOf(request)] }),
      idempotencyKey,
    });
  },
} satisfies Handlers;

/** Before there were links, the address was the number itself, as its row now says. */
const payloadSchema = z.object({ submissionId: z.int(), linkId: z.string().optional() });

async function receiptOf(request: GuaranteeRequest) {
  const content = await receiptBytes(request);
  return { fileName: receiptFileName(request.id), contentType: 'application/pdf', content };
}

async function requestOf(payload: unknown) {
  return getGuaranteeRequest(payloadSchema.parse(payload).submissionId);
}
