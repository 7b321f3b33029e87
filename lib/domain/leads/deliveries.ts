import { z } from 'zod';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { leadAcknowledgementMail, leadInternalMail } from '#lib/domain/leads/mail.ts';
import { getFormLead } from '#lib/domain/leads/reads.ts';
import { isProven } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getAdvisorsAddress, getMail } from '#lib/platform/mail/open.ts';

export const leadHandlers = {
  'lead.internal-mail': async (payload, { idempotencyKey }) => {
    const lead = await leadOf(payload);
    await getMail().send({
      ...(await leadInternalMail(lead)),
      to: getAdvisorsAddress(),
      replyTo: lead.answers.correo,
      idempotencyKey,
    });
  },

  'lead.acknowledgement': async (payload, { idempotencyKey }) => {
    const lead = await leadOf(payload);
    const { linkId, leadId } = payloadSchema.parse(payload);
    const url = linkUrl('lead-receipt', linkId ?? String(leadId));
    const { correo } = lead.answers;
    const options = { url, isProven: await isProven(correo, lead.createdAt) };
    await getMail().send({
      ...(await leadAcknowledgementMail(lead, options)),
      to: correo,
      replyTo: getEnv().mail.internalTo,
      idempotencyKey,
    });
  },
} satisfies Handlers;

/** Before there were links, the address was the number itself, as its row now says. */
const payloadSchema = z.object({ leadId: z.int(), linkId: z.string().optional() });

async function leadOf(payload: unknown) {
  return getFormLead(payloadSchema.parse(payload).leadId);
}
