import { z } from 'zod';
import { type AuditAction, auditCopy } from '#lib/domain/audit/copy.ts';
import {
  beforeParam,
  fromParam,
  optional,
  singleLineText,
  toParam,
} from '#lib/platform/operations/fields.ts';
import { timeField } from '#lib/platform/operations/replies.ts';

/** Filters of the trail. An empty value is the same as none. */
export const trailFilterQuery = z.object({
  person: optional(singleLineText('Ingresa un correo.', 254)).describe(
    'Whose trail it is in, or who did it: an e-mail or an account id. Also who a link was for, or a number.',
  ),
  object: optional(singleLineText('Ingresa un número.', 64)).describe(
    'Number of a request, message or guarantee, a buy order, or the id of a thing.',
  ),
  action: optional(z.enum(Object.keys(auditCopy) as AuditAction[])).describe('What was done.'),
  from: fromParam,
  to: toParam,
});
export type TrailFilter = z.infer<typeof trailFilterQuery>;

export const trailPageQuery = trailFilterQuery.extend({ before: beforeParam });

const nullableText = z.string().nullable();

export const trailEventReply = z.object({
  id: z.int().describe('Number of the event in the trail.'),
  at: timeField('When it was done, UTC.'),
  actor: z
    .string()
    .describe(
      'Id of the account that did it; or `system`, `crm`, `cli`, `guest`, `unknown`, `scanner`.',
    ),
  actorEmail: nullableText.describe(
    'Null if the actor is a program, or if the account was deleted.',
  ),
  accountId: nullableText.describe('The account in whose trail the event is, or null.'),
  accountEmail: nullableText.describe('Null for a company, and once the account is gone.'),
  action: z.string().describe('The action; the filter has the same names.'),
  text: z.string().describe('What was done, in Spanish.'),
  detail: nullableText.describe(
    'From what to what, to whom or how much, in Spanish; null where nothing more is stored.',
  ),
  object: nullableText.describe('The object of the event.'),
  place: z.string().describe('Address shortened to /24 or /48.'),
  requestId: z
    .string()
    .describe('`x-request-id` of the request that caused the event, as in the log.'),
});
