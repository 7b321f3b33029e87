import { z } from 'zod';
import { contactForm } from '#lib/domain/requests/leads/contact-schema.ts';
import type { FormKind } from '#lib/domain/requests/leads/schema.ts';
import { bookingUrlOf, type FormLead } from '#lib/domain/requests/leads/view.ts';
import {
  isRepeatedForm,
  receiveForm,
  type SentForm,
} from '#lib/domain/requests/leads/writes/receive-form.ts';
import { csrfToken, idempotencyHeader } from '#lib/platform/operations/fields.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageField,
  messageReply,
  withMessage,
} from '#lib/platform/operations/replies.ts';

/**
 * `csrfToken` is checked before the body is parsed. It is a field only so that the API describes
 * it.
 */
const contactBody = contactForm.extend({ csrfToken });

type FormInput = {
  body: z.output<typeof contactBody>;
  headers: z.output<typeof idempotencyHeader>;
};

type FormDeclaration<R> = {
  path: `/${string}`;
  /** Name of the rate limit. The API and the page of a form share it. */
  limit: string;
  reply: z.ZodType<R>;
  summary: string;
  answer: (lead: Pick<FormLead, 'id' | 'answers'>) => R;
};

function contactOperation<R>(kind: FormKind, { limit, answer, ...own }: FormDeclaration<R>) {
  const sentForm = ({ body: { csrfToken: _, ...answers }, headers }: FormInput): SentForm => ({
    kind,
    answers,
    key: headers['idempotency-key'],
  });
  return defineOperation({
    ...own,
    method: 'POST',
    auth: 'guest',
    csrf: true,
    captcha: 'contact',
    headers: idempotencyHeader,
    body: contactBody,
    errors: ['conflict'],
    limit: { name: limit, points: 10, seconds: 600, per: 'ip' },
    repeats: async (input) => isRepeatedForm(sentForm(input)),
    handler: async (ctx, input) => {
      const form = sentForm(input);
      return answer({ id: await receiveForm(ctx, form), answers: form.answers });
    },
  });
}

export const postContact = contactOperation('contacto', {
  path: '/api/contact',
  limit: 'contact',
  reply: messageReply,
  summary: 'Write to the team',
  answer: () => withMessage('Recibimos tu mensaje.'),
});

const bookingUrl = z
  .url()
  .nullable()
  .describe('Where to book an hour; null when no scheduling tool is configured.');

export const postContactAdvisor = contactOperation('asesor', {
  path: '/api/contact-advisor',
  limit: 'contact-advisor',
  reply: dataReply(z.object({ bookingUrl })).extend({ message: messageField }),
  summary: 'Ask to talk with an advisor; the reply says where to book an hour',
  answer: (lead) => ({
    success: true,
    data: { bookingUrl: bookingUrlOf(lead) },
    message: 'Recibimos tu solicitud.',
  }),
});

export const postContactExpert = contactOperation('experto', {
  path: '/api/contact-expert',
  limit: 'contact-expert',
  reply: messageReply,
  summary: 'Ask an expert, from the landing page for contractors',
  answer: () => withMessage('Recibimos tu consulta.'),
});
