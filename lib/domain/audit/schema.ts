import { z } from 'zod';
import { type AuditAction, auditCopy } from '#lib/domain/audit/copy.ts';
import { calendarDate, line, optional, rowId } from '#lib/platform/operations/fields.ts';

/** Filters of the trail. An empty value is the same as none. */
export const trailFilter = z.object({
  person: optional(line('Ingresa un correo.', 254)).meta({
    description:
      'Whose trail it is in, or who did it: an e-mail or an account id. Also who a link was for, or a number.',
  }),
  object: optional(line('Ingresa un número.', 64)).meta({
    description: 'Number of a request, message or guarantee, a buy order, or the id of a thing.',
  }),
  action: optional(z.enum(Object.keys(auditCopy) as AuditAction[])),
  from: optional(calendarDate('Ingresa una fecha.')),
  to: optional(calendarDate('Ingresa una fecha.')),
});
export type TrailFilter = z.infer<typeof trailFilter>;

export const trailPage = trailFilter.extend({
  before: optional(rowId),
});

const party = z.string().nullable();

export const trailEvent = z.object({
  id: z.int().meta({ description: 'Number of the event in the trail.' }),
  at: z.iso.datetime().meta({ description: 'When it was done, UTC.' }),
  actor: z.string().meta({
    description:
      'Id of the account that did it; or `system`, `crm`, `cli`, `guest`, `unknown`, `scanner`.',
  }),
  actorEmail: party.meta({ description: 'Null for what is no person, or is one no more.' }),
  accountId: party.meta({ description: 'The account in whose trail it is; null: none.' }),
  accountEmail: party.meta({ description: 'Null for a company, and once the account is gone.' }),
  action: z.string().meta({ description: 'What was done, as the filter names it.' }),
  text: z.string().meta({ description: 'What was done, in Spanish.' }),
  object: party.meta({ description: 'What else it was about.' }),
  place: z.string(),
  requestId: z.string().meta({ description: '`x-request-id` of what did it, as in the log.' }),
});
