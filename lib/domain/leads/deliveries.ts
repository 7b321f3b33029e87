import { z } from 'zod';
import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { leadAcknowledgementMail, leadInternalMail } from '#lib/domain/leads/mail.tsx';
import { getFormLead } from '#lib/domain/leads/reads.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getAdvisorsAddress, getMail } from '#lib/platform/mail/open.ts';

/** The mails of a form, by kind of delivery. */
export const leadHandlers: Record<string, Handler> = {
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
    await getMail().send({
      ...(await leadAcknowledgementMail(lead)),
      to: lead.answers.correo,
      replyTo: getEnv().mail.internalTo,
      idempotencyKey,
    });
  },
};

const payloadSchema = z.object({ leadId: z.int() });

async function leadOf(payload: unknown) {
  return getFormLead(payloadSchema.parse(payload).leadId);
}
