import { z } from 'zod';
import { callChoice, PAGE_MESSAGE } from '#lib/domain/requests/leads/schema.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import {
  docs,
  type FieldDocs,
  line,
  optional,
  paragraph,
  rowId,
} from '#lib/platform/operations/fields.ts';

export const ownRequestsPage = z.object({
  before: optional(rowId),
  q: optional(line('Escribe qué buscas.', 200)).meta({
    description: 'The number of a request, a tender, or words of the beneficiary and amounts.',
  }),
  state: optional(z.enum(requestStates)).meta({ description: 'Where the request stands.' }),
});
export type OwnRequestsPage = z.infer<typeof ownRequestsPage>;

/** The number of a request in a URL. */
export const submissionNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
export const requestParams = z.object({ id: submissionNumber });

/** `envio` is an id of the page view, so that sending a message twice stores it once. */
export const messageForm = z.object({
  mensaje: paragraph('Escribe tu mensaje.', PAGE_MESSAGE),
  envio: z.string().max(100),
});

/** Chooses another call, or cancels it (`cancelar`). */
export const callForm = z.object({
  ...callChoice,
  cancelar: z.literal('si').optional(),
  envio: z.string().max(100),
});

/** `para` is set to request the performance bond of an awarded tender. */
export const anotherForm = z.object({ para: z.enum(['cumplimiento']).optional() });

const time = (description: string) => z.iso.datetime().meta({ description });

export const ownRequest = z.object({
  submissionId: z.int(),
  state: z.enum(requestStates).meta({ description: 'Where the request stands.' }),
  createdAt: time('When it was received, UTC.'),
  guarantees: z.array(z.string()),
  tenderId: z.string().nullable(),
  receiptUrl: z.url(),
  events: z.array(
    z.object({
      at: time('When it happened, UTC.'),
      title: z.string(),
      text: z
        .string()
        .optional()
        .meta({ description: 'What an advisor wrote: a reply, or why it is in that state.' }),
    }),
  ),
});

export const ownRequestDocs: FieldDocs = {
  requests: docs('Guarantee requests, newest first.'),
  guarantees: docs('What was asked for, readable.'),
  receiptUrl: docs('The receipt as PDF, for the same session.'),
};
