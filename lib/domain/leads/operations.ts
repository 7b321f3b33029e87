import { z } from 'zod';
import { isRepeatedForm, receiveForm, type SentForm } from '#lib/domain/leads/receive-form.ts';
import { contactForm, type FormKind } from '#lib/domain/leads/schema.ts';
import { bookingUrlOf } from '#lib/domain/leads/view.ts';
import type { ErrorCode } from '#lib/platform/errors.ts';
import { idempotencyHeader } from '#lib/platform/fields.ts';
import { defineOperation } from '#lib/platform/operation.ts';

/** Each form counts on its own; the API and the page of one form count together. */
const contactLimits = {
  contacto: { name: 'contact', points: 10, seconds: 600, per: 'address' },
  asesor: { name: 'contact-advisor', points: 10, seconds: 600, per: 'address' },
  experto: { name: 'contact-expert', points: 10, seconds: 600, per: 'address' },
} as const;

/** The prelude has compared the token when the body is read; here it is only described. */
const body = contactForm.extend({ csrfToken: z.string() });
const reply = z.object({ success: z.literal(true), message: z.string() });
const errors: ErrorCode[] = ['conflict'];
const shared = {
  method: 'POST',
  auth: 'guest',
  csrf: true,
  captcha: 'contact',
  headers: idempotencyHeader,
  body,
  errors,
} as const;

type Sent = { body: z.output<typeof body>; headers: z.output<typeof idempotencyHeader> };

function sentForm(kind: FormKind, { body, headers }: Sent): SentForm {
  const { csrfToken: _, ...answers } = body;
  return { kind, answers, key: headers['idempotency-key'] };
}

export const postContact = defineOperation({
  ...shared,
  path: '/api/contact',
  limit: contactLimits.contacto,
  reply,
  summary: 'Write to the team',
  repeats: async (input) => isRepeatedForm(sentForm('contacto', input)),
  handler: async (ctx, input) => {
    await receiveForm(ctx, sentForm('contacto', input));
    return { success: true, message: 'Recibimos tu mensaje.' } as const;
  },
});

export const postContactAdvisor = defineOperation({
  ...shared,
  path: '/api/contact-advisor',
  limit: contactLimits.asesor,
  reply: reply.extend({ data: z.object({ bookingUrl: z.url().nullable() }) }),
  summary: 'Ask to talk with an advisor; the reply says where to book an hour',
  repeats: async (input) => isRepeatedForm(sentForm('asesor', input)),
  handler: async (ctx, input) => {
    const sent = sentForm('asesor', input);
    const bookingUrl = bookingUrlOf({ id: await receiveForm(ctx, sent), answers: sent.answers });
    return { success: true, data: { bookingUrl }, message: 'Recibimos tu solicitud.' } as const;
  },
});

export const postContactExpert = defineOperation({
  ...shared,
  path: '/api/contact-expert',
  limit: contactLimits.experto,
  reply,
  summary: 'Ask an expert, from the landing page for contractors',
  repeats: async (input) => isRepeatedForm(sentForm('experto', input)),
  handler: async (ctx, input) => {
    await receiveForm(ctx, sentForm('experto', input));
    return { success: true, message: 'Recibimos tu consulta.' } as const;
  },
});
