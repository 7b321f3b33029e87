import { z } from 'zod';
import { callChoice } from '#lib/domain/requests/leads/call-schema.ts';
import { MAX_PAGE_MESSAGE_LENGTH } from '#lib/domain/requests/leads/contact-schema.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import {
  beforeParam,
  multilineText,
  optional,
  phone,
  singleLineText,
} from '#lib/platform/operations/fields.ts';
import { timeField } from '#lib/platform/operations/replies.ts';

export const ownRequestsQuery = z.object({
  before: beforeParam,
  q: optional(singleLineText('Escribe qué buscas.', 200)).describe(
    'The number of a request, a tender, or words of the beneficiary and amounts.',
  ),
  state: optional(z.enum(requestStates)).describe('Where the request stands.'),
});
/** The filters of the panel's list. The published API does not have them. */
export const ownRequestsListQuery = ownRequestsQuery.extend({
  persona: optional(singleLineText('Elige a una persona.', 254)),
  cierre: optional(z.enum(['semana', 'cerrada'])),
});
export type OwnRequestsListQuery = Partial<z.infer<typeof ownRequestsListQuery>>;

export const submissionNumberParam = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .describe('Number of the request.');
export const requestParams = z.object({ id: submissionNumberParam });

export const requestMoveForm = z.object({ empresa: z.string().min(1).max(64) });

/** `envio` is an id of the page view, so that sending a message twice stores it once. */
export const messageForm = z.object({
  mensaje: multilineText('Escribe tu mensaje.', MAX_PAGE_MESSAGE_LENGTH),
  envio: z.string().max(100),
});

/**
 * A form that chooses another call and may correct the telephone, or that cancels the call
 * (`cancelar`).
 */
export const callForm = z.object({
  ...callChoice,
  telefono: optional(phone('Ingresa tu teléfono.')),
  cancelar: z.literal('si').optional(),
  envio: z.string().max(100),
});

/** `para` is set if the new request is for the performance bond of a tender that was won. */
export const anotherForm = z.object({ para: z.enum(['cumplimiento']).optional() });

export const ownRequestReply = z.object({
  submissionId: z.int().describe('Number of the request.'),
  state: z.enum(requestStates).describe('Where the request stands.'),
  createdAt: timeField('When it was received, UTC.'),
  guarantees: z.array(z.string()).describe('What was asked for, readable.'),
  tenderId: z.string().nullable().describe('Id of the tender in Mercado Público.'),
  receiptUrl: z.url().describe('The receipt as PDF, for the same session.'),
  events: z
    .array(
      z.object({
        at: timeField('When it happened, UTC.'),
        title: z.string().describe('What happened, in a few words.'),
        text: z
          .string()
          .optional()
          .describe('Text of an advisor: a reply, or the reason for the state.'),
      }),
    )
    .describe('What happened since, newest first.'),
});
