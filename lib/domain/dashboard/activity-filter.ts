import { z } from 'zod';
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

export const activityFilter = z.object({
  q: optional(singleLineText('Escribe un nombre o un correo.', 254)),
  kind: optional(z.enum(kinds)),
  from: fromParam,
  to: toParam,
});
export type ActivityFilter = z.infer<typeof activityFilter>;

export const activityPage = activityFilter.extend({ antes: beforeParam });

export const activitySearch = {
  name: 'q',
  label: 'Quién',
  placeholder: 'Nombre o correo de la persona',
};

export const activityFilters: readonly Filter[] = [
  {
    name: 'kind',
    label: 'Qué',
    all: 'Todo',
    choices: Object.fromEntries(kinds.map((kind) => [kind, activityKinds[kind].label])),
  },
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
];
