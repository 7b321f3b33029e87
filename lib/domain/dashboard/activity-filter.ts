import { z } from 'zod';
import { monthFilters } from '#lib/domain/payments/lists/payment-filter.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import {
  beforeParam,
  fromParam,
  optional,
  singleLineText,
  toParam,
} from '#lib/platform/operations/fields.ts';
import type { Filter } from '#lib/platform/operations/listing.ts';

/** Kinds of activity, with the first words of the names of their events. */
export const activityKinds = {
  solicitudes: { label: 'Solicitudes', actions: ['request', 'lead', 'conditions', 'papers'] },
  garantias: { label: 'Garantías', actions: ['guarantee'] },
  pagos: { label: 'Pagos', actions: ['payment'] },
  documentos: { label: 'Documentos y enlaces', actions: ['document', 'share'] },
  personas: { label: 'Personas de la empresa', actions: ['company', 'invitation'] },
  ingresos: {
    label: 'Ingresos y seguridad',
    actions: ['session', 'password', 'factor', 'code', 'access', 'email'],
  },
} as const;
type ActivityKind = keyof typeof activityKinds;

const kinds = Object.keys(activityKinds) as ActivityKind[];

export const activityFilterQuery = z.object({
  q: optional(singleLineText('Escribe qué buscas.', 254)),
  kind: optional(z.enum(kinds)),
  persona: optional(singleLineText('Elige a una persona.', 64)),
  from: fromParam,
  to: toParam,
});
export type ActivityFilter = z.infer<typeof activityFilterQuery>;

export const activityPageQuery = activityFilterQuery.extend({ antes: beforeParam });

export const activitySearch = {
  name: 'q',
  label: 'Buscar',
  placeholder: 'Persona, número o documento',
};

export function activityPeriods(now: number) {
  const today = isoDay(now);
  const lastDays = (days: number) => ({ from: addDays(today, 1 - days), to: today });
  return [
    { label: 'Últimos 7 días', query: lastDays(7) },
    { label: 'Últimos 30 días', query: lastDays(30) },
    ...monthFilters(now),
  ];
}

/**
 * Filters of the activity list. `people` are the members of the company, or null if the list is
 * that of a person.
 */
export const activityFilters = (people: Record<string, string> | null): readonly Filter[] => [
  {
    name: 'kind',
    label: 'Qué',
    allLabel: 'Todo',
    choices: Object.fromEntries(kinds.map((kind) => [kind, activityKinds[kind].label])),
  },
  ...(people
    ? [{ name: 'persona', label: 'Quién', allLabel: 'Todas las personas', choices: people }]
    : []),
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
];
