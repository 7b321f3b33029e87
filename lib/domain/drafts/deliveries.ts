import { z } from 'zod';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { resumeMail } from '#lib/domain/drafts/mail.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { getMail } from '#lib/platform/mail/open.ts';

/** Before there were links, the address was the draft's id, as its row now says. */
const payloadSchema = z.object({
  linkId: z.string().optional(),
  draftId: z.string().default(''),
  email: z.string(),
  validUntil: z.int(),
});

export const draftHandlers = {
  'draft.resume-mail': async (payload, { idempotencyKey }) => {
    const { linkId, draftId, email, validUntil } = payloadSchema.parse(payload);
    const content = await resumeMail({ url: linkUrl('resume', linkId ?? draftId), validUntil });
    await getMail().send({ ...content, to: email, idempotencyKey });
  },
} satisfies Handlers;
