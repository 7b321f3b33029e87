import { z } from 'zod';
import { callOutcomes } from '#lib/domain/requests/leads/call-schema.ts';
import { lastEventField, leadKinds } from '#lib/domain/requests/leads/schema.ts';
import { isFinished } from '#lib/domain/requests/team/template-copy.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import {
  beforeParam,
  fromParam,
  multilineText,
  optional,
  pageKey,
  rowId,
  singleLineText,
  toParam,
} from '#lib/platform/operations/fields.ts';
import { timeField } from '#lib/platform/operations/replies.ts';

const handledChoices = ['no', 'yes'] as const;
const handledField = z.enum(handledChoices).describe('Whether an advisor has handled the lead.');
const leadKind = z.enum(leadKinds).describe('Kind of lead; `garantia` is a guarantee request.');

/** The filters of the inbox. An empty value is the same as none. */
export const inboxFilter = z.object({
  q: optional(singleLineText('Escribe qué buscas.', 200)).describe(
    'Words of name, e-mail, RUT, company, institution, tender (id or name) or message, or an amount, the last one perhaps unfinished; or a phone, or the number of a request.',
  ),
  kind: optional(leadKind),
  state: optional(z.enum(requestStates)).describe(
    'Where a guarantee request stands; other leads have no state.',
  ),
  handled: optional(handledField),
  assigned: optional(singleLineText('Elige a una persona.', 64)).describe(
    '`me`, `nobody` or the account id of an admin.',
  ),
  from: fromParam,
  to: toParam,
});
export type InboxFilter = z.infer<typeof inboxFilter>;

export const inboxPageQuery = inboxFilter.extend({ before: beforeParam });

export const leadParams = z.object({ id: rowId.describe('Id of the lead.') });
export const deliveryParams = z.object({ id: rowId.describe('Id of the delivery.') });

export const MAX_TEAM_NOTE_LENGTH = 5000;
const noteText = multilineText('Escribe la nota.', MAX_TEAM_NOTE_LENGTH).describe('The note.');

export const MAX_REPLY_LENGTH = 5000;

const unfinishedText = 'Completa lo que está entre corchetes.';

export const replyBody = z.object({
  subject: singleLineText('Escribe el asunto.', 150).describe('Subject of the mail.'),
  text: multilineText('Escribe la respuesta.', MAX_REPLY_LENGTH)
    .refine(isFinished, unfinishedText)
    .describe('What the mail says: plain text, an empty line between paragraphs.'),
  handled: optional(z.literal('yes')).describe(
    '`yes`: the lead is marked as handled along with it.',
  ),
  guarantee: optional(z.coerce.number().pipe(z.int().min(1))).describe(
    'Number of the person’s guarantee whose extension it offers.',
  ),
  lastEvent: lastEventField,
});
export type ReplyBody = z.output<typeof replyBody>;

export const replyForm = z.object({
  asunto: replyBody.shape.subject,
  respuesta: replyBody.shape.text,
  handled: replyBody.shape.handled,
  garantia: replyBody.shape.guarantee,
  lastEvent: lastEventField,
  clave: pageKey,
});

/** A recorded call to the sender of a message, and a line of text for that person. */
export const callRecordForm = z.object({
  resultado: z.enum(callOutcomes, 'Elige si hablaron o no contestó.'),
  resumen: optional(multilineText('Escribe el resumen.', MAX_REPLY_LENGTH)),
  lastEvent: lastEventField,
  clave: pageKey,
});

export const viewForm = z.object({
  nombre: singleLineText('Ponle un nombre a la vista.', 40),
  lista: z.string().max(1000),
  quitar: optional(z.literal('si')),
});

/** An unsaved note in the note field of the page. Every action on the page saves it too. */
export const optionalNoteBody = z.object({
  text: optional(noteText).describe('A note that is stored with the act.'),
});

/** `seen` is the state that the page showed. If the state has changed since, the act is refused. */
const actBody = optionalNoteBody.extend({
  seen: optional(z.enum(requestStates)).describe(
    'Where the request stood when it was looked at; `conflict` if it moved since.',
  ),
  lastEvent: lastEventField,
});

export const handledBody = actBody.extend({
  handled: handledField.default('yes'),
});

/** An empty `assignedTo`, which is the first option of the form, means nobody. */
export const assignBody = optionalNoteBody.extend({
  assignedTo: z
    .union([z.literal('').transform(() => null), z.string().max(64)])
    .nullable()
    .describe('Account id of an admin; null: nobody.'),
  lastEvent: lastEventField,
});

export const noteBody = z.object({ text: noteText });

export const MAX_STATE_REASON_LENGTH = 1000;

export const stateBody = actBody.extend({
  state: z.enum(requestStates).describe('Where the request stands from now on.'),
  reason: optional(
    multilineText('Escribe el motivo.', MAX_STATE_REASON_LENGTH).refine(isFinished, unfinishedText),
  ).describe('Why, in the mail to the applicant and on the page of the request.'),
});

export const missingReasonError =
  'Escribe por qué la rechazas, o elige una plantilla: lo lee quien la pidió.';

/** Returns whether a change has the reason that it needs. On a page, only a refusal needs one. */
export function isExplained({ state, reason }: { state: string; reason?: string | undefined }) {
  return state !== 'rechazada' || Boolean(reason);
}

export const leadRowReply = z.object({
  id: z.int().describe('Id of the lead.'),
  kind: leadKind,
  submissionId: z.int().nullable().describe('Number of the request.'),
  state: z
    .enum(requestStates)
    .nullable()
    .describe('Where a guarantee request stands; null for the rest.'),
  name: z.string().describe('Name of the person.'),
  email: z.string().describe('E-mail address of the person.'),
  phone: z.string().nullable().describe('Phone as the person typed it.'),
  rut: z.string().nullable().describe('RUT of the person or company.'),
  company: z.string().nullable().describe('Company of the person.'),
  tenderId: z.string().nullable().describe('Id of the tender in Mercado Público.'),
  missing: z.array(z.enum(uploadKinds)).describe('Documents that a request in progress lacks.'),
  handledAt: timeField('When it was marked as handled, UTC.').nullable(),
  assignedTo: z
    .object({
      id: z.string().describe('Id of the account.'),
      email: z.string().nullable().describe('E-mail address of the admin.'),
    })
    .nullable()
    .describe('The admin who has the lead; the e-mail is null if the account was deleted.'),
  inCrm: z.boolean().describe('Whether the CRM knows the person.'),
  createdAt: timeField('When it came, UTC.'),
  erasedAt: timeField(
    'When the person’s data were erased, UTC; nothing of them is left.',
  ).nullable(),
});
export type LeadRow = z.infer<typeof leadRowReply>;

const sectionReply = z.object({
  title: z.string().describe('Title in a few words.'),
  rows: z
    .array(
      z.object({
        label: z.string().describe('What was asked.'),
        value: z.string().describe('What was answered.'),
        href: z.string().optional().describe('Where the file is.'),
      }),
    )
    .describe('Answers with their labels.'),
});

export const leadDetailReply = leadRowReply.extend({
  sections: z.array(sectionReply).describe('Every answer, in readable groups.'),
  consent: z
    .object({
      version: z.string().describe('Version of the privacy text.'),
      address: z.string().describe('IP of the browser or program that sent the request.'),
      at: timeField('When it was given, UTC.'),
    })
    .describe('What was agreed to, when and from where.'),
  crm: z
    .object({
      contactId: z.string().nullable().describe('Id of the contact in HubSpot.'),
      dealId: z.string().nullable().describe('Id of the deal in HubSpot.'),
    })
    .describe('Ids of the records in HubSpot.'),
  events: z
    .array(
      z.object({
        id: z.int().describe('Id of the event.'),
        at: timeField('When it happened, UTC.'),
        kind: z.string().describe('What kind of thing happened.'),
        title: z.string().describe('Title in a few words.'),
        text: z.string().optional().describe('What was written.'),
        actor: z.string().describe('An address of the team, `crm`, `scheduling` or `system`.'),
      }),
    )
    .describe('What happened since, newest first.'),
  bookings: z
    .array(
      z.object({
        title: z.string().describe('Title in a few words.'),
        state: z.string().describe('Where the meeting stands.'),
        startsAt: timeField('When the meeting begins, UTC.').nullable(),
        location: z.string().nullable().describe('Place of the meeting.'),
      }),
    )
    .describe('Meetings with an advisor.'),
  deliveries: z
    .array(
      z.object({
        id: z.int().describe('Id of the delivery.'),
        kind: z.string().describe('What is delivered, and by what way.'),
        state: z.enum(['waiting', 'sent', 'dead']).describe('Where the delivery stands.'),
        attempts: z.int().describe('Number of tries.'),
        lastError: z.string().nullable().describe('Why the last try failed.'),
        createdAt: timeField('When it was queued, UTC.'),
        settledAt: timeField('When it was sent or given up, UTC.').nullable(),
      }),
    )
    .describe('Mails and CRM calls about the lead, newest first.'),
});
export type LeadDetail = z.infer<typeof leadDetailReply>;
