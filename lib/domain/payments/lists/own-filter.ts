import { z } from 'zod';
import { beforeParam, optional } from '#lib/platform/operations/fields.ts';

export const ownPaymentStates = {
  pagados: { label: 'Pagados', states: ['authorized'] },
  devueltos: { label: 'Devueltos', states: ['refunded'] },
  en_curso: { label: 'En curso', states: ['created', 'pending'] },
  rechazados: { label: 'Rechazados', states: ['failed'] },
} as const;
const stateKeys = Object.keys(ownPaymentStates) as (keyof typeof ownPaymentStates)[];

export const ownPaymentsFilterQuery = z.object({ estado: optional(z.enum(stateKeys)) });
export const ownPaymentsListQuery = ownPaymentsFilterQuery.extend({ antes: beforeParam });

export const paymentStateLabels = Object.fromEntries(
  stateKeys.map((key) => [key, ownPaymentStates[key].label]),
);
