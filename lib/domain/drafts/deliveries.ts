import { z } from 'zod';
import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { resumeMail } from '#lib/domain/drafts/mail.tsx';
import { resumeUrl } from '#lib/domain/drafts/view.ts';
import { getMail } from '#lib/platform/mail/open.ts';

const payloadSchema = z.object({ draftId: z.string(), email: z.string(), validUntil: z.int() });

/** What is sent for a draft, by kind of delivery. */
export const draftHandlers: Record<string, Handler> = {
  'draft.resume-mail': async (payload, { idempotencyKey }) => {
    const { draftId, email, validUntil } = payloadSchema.parse(payload);
    const content = await resumeMail({ url: resumeUrl(draftId), validUntil });
    await getMail().send({ ...content, to: email, idempotencyKey });
  },
};
