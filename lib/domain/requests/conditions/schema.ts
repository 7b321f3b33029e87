import { z } from 'zod';
import { amount } from '#lib/domain/payments/schema.ts';
import { lastEventField } from '#lib/domain/requests/leads/schema.ts';
import {
  endsTooSoonText,
  guaranteeItem,
  isInOrder,
} from '#lib/domain/requests/submissions/schema.ts';
import {
  calendarDate,
  multilineText,
  optional,
  partyName,
} from '#lib/platform/operations/fields.ts';

export const MAX_TERMS_LENGTH = 1000;
export const MAX_DECLINE_REASON_LENGTH = 500;

const { montoGarantia, vigenciaDesde, vigenciaHasta } = guaranteeItem.shape;
export const conditionsGuarantee = z
  .object({ montoGarantia, vigenciaDesde, vigenciaHasta })
  .refine((item) => isInOrder(item.vigenciaDesde, item.vigenciaHasta), {
    path: ['vigenciaHasta'],
    message: endsTooSoonText,
  });
export type ConditionsGuarantee = z.output<typeof conditionsGuarantee>;

export const conditionsBody = z.object({
  price: amount.describe('Price that the applicant pays after accepting, in whole Chilean pesos.'),
  issuer: partyName('Escribe quién emite la garantía.').describe('Who issues the guarantee.'),
  terms: multilineText('Escribe las condiciones.', MAX_TERMS_LENGTH).describe(
    'The terms, in an advisor’s words.',
  ),
  validUntil: optional(calendarDate('Ingresa una fecha.')).describe(
    'Last day to accept, on the calendar of Chile.',
  ),
  garantias: z
    .array(conditionsGuarantee)
    .max(20)
    .optional()
    .describe('Amount and validity of each guarantee of the request, in its order, if corrected.'),
  lastEvent: lastEventField,
});
export type NewConditions = z.output<typeof conditionsBody>;

/** The newest version of the conditions of a request, and the applicant's answer. */
export const storedConditions = z.object({
  version: z.int(),
  price: z.int(),
  issuer: z.string(),
  terms: z.string(),
  validUntil: z.string().optional(),
  sentAt: z.int(),
  /** The account id of the advisor. */
  sentBy: z.string(),
  acceptedAt: z.int().optional(),
  paymentRequestId: z.string().optional(),
  declinedAt: z.int().optional(),
});
export type Conditions = z.infer<typeof storedConditions>;

/**
 * The form sends the version that its page showed, so that nobody accepts a newer version without
 * reading it.
 */
export const acceptBody = z.object({ version: z.coerce.number().pipe(z.int().positive()) });

export const declineBody = acceptBody.extend({
  reason: optional(multilineText('Escribe por qué.', MAX_DECLINE_REASON_LENGTH)),
});
