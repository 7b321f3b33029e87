import { z } from 'zod';
import { lastEvent, leadKinds } from '#lib/domain/requests/leads/schema.ts';
import { isFinished } from '#lib/domain/requests/team/copy.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import {
  calendarDate,
  docs,
  type FieldDocs,
  line,
  optional,
  pageKey,
  paragraph,
  rowId,
} from '#lib/platform/operations/fields.ts';

const handledChoices = ['no', 'yes'] as const;

/** The filters of the inbox. An empty value is the same as none. */
export const inboxFilter = z.object({
  q: optional(line('Escribe qué buscas.', 200)).meta({
    description:
      'Words of name, e-mail, RUT, company, institution, tender (id or name) or message, or an amount, the last one perhaps unfinished; or a phone, or the number of a request.',
  }),
  kind: optional(z.enum(leadKinds)),
  state: optional(z.enum(requestStates)).meta({
    description: 'Where a guarantee request stands; other leads have no state.',
  }),
  handled: optional(z.enum(handledChoices)),
  assigned: optional(line('Elige a una persona.', 64)),
  from: optional(calendarDate('Ingresa una fecha.')),
  to: optional(calendarDate('Ingresa una fecha.')),
});
export type InboxFilter = z.infer<typeof inboxFilter>;

export const inboxPage = inboxFilter.extend({ before: optional(rowId) });

export const leadId = z.object({ id: rowId.meta({ description: 'Id of the lead.' }) });
export const deliveryId = z.object({ id: rowId.meta({ description: 'Id of the delivery.' }) });

export const MAX_NOTE = 5000;
const noteText = paragraph('Escribe la nota.', MAX_NOTE);

export const MAX_REPLY = 5000;

const unfinished = 'Completa lo que está entre corchetes.';

export const replyBody = z.object({
  subject: line('Escribe el asunto.', 150).meta({ description: 'Subject of the mail.' }),
  text: paragraph('Escribe la respuesta.', MAX_REPLY).refine(isFinished, unfinished).meta({
    description: 'What the mail says: plain text, an empty line between paragraphs.',
  }),
  handled: optional(z.literal('yes')).meta({
    description: '`yes`: the lead is marked as handled along with it.',
  }),
  guarantee: optional(z.coerce.number().pipe(z.int().min(1))).meta({
    description: 'Number of the person’s guarantee whose extension it offers.',
  }),
  lastEvent,
});
export type Reply = z.output<typeof replyBody>;

export const replyForm = z.object({
  asunto: replyBody.shape.subject,
  respuesta: replyBody.shape.text,
  handled: replyBody.shape.handled,
  garantia: replyBody.shape.guarantee,
  lastEvent,
  clave: pageKey,
});

export const viewForm = z.object({
  nombre: line('Ponle un nombre a la vista.', 40),
  lista: z.string().max(1000),
  quitar: optional(z.literal('si')),
});

/** A note that was being written when another button was pressed is saved too. */
export const withNote = z.object({
  text: optional(noteText).meta({ description: 'A note that is kept along with it.' }),
});

/** `seen` is the state that the page showed. The act is refused if it changed since. */
const actBody = withNote.extend({
  seen: optional(z.enum(requestStates)).meta({
    description: 'Where the request stood when it was looked at; `conflict` if it moved since.',
  }),
  lastEvent,
});

export const handledBody = actBody.extend({
  handled: z.enum(handledChoices).default('yes'),
});

/** Empty means unassigned, for the form's first option. */
export const assignBody = withNote.extend({
  assignedTo: z
    .union([z.literal('').transform(() => null), z.string().max(64)])
    .nullable()
    .meta({ description: 'Account id of an admin; null: nobody.' }),
  lastEvent,
});

export const noteBody = z.object({ text: noteText });

export const MAX_REASON = 1000;

export const stateBody = actBody.extend({
  state: z.enum(requestStates).meta({ description: 'Where the request stands from now on.' }),
  reason: optional(paragraph('Escribe el motivo.', MAX_REASON).refine(isFinished, unfinished)).meta(
    {
      description: 'Why, in the mail to the applicant and on the page of the request.',
    },
  ),
});

export const unexplained =
  'Escribe por qué la rechazas, o elige una plantilla: lo lee quien la pidió.';

/** A request can be refused on a page only with a reason. */
export function isExplained({ state, reason }: { state: string; reason?: string | undefined }) {
  return state !== 'rechazada' || Boolean(reason);
}

const time = (description: string) => z.iso.datetime().meta({ description });

export const leadRow = z.object({
  id: z.int().meta({ description: 'Id of the lead.' }),
  kind: z.enum(leadKinds),
  submissionId: z.int().nullable(),
  state: z
    .enum(requestStates)
    .nullable()
    .meta({ description: 'Where a guarantee request stands; null for the rest.' }),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  rut: z.string().nullable(),
  company: z.string().nullable(),
  tenderId: z.string().nullable(),
  missing: z
    .array(z.enum(uploadKinds))
    .meta({ description: 'Documents that a request in progress lacks.' }),
  handledAt: time('When it was marked as handled, UTC.').nullable(),
  assignedTo: z
    .object({ id: z.string(), email: z.string().nullable() })
    .nullable()
    .meta({ description: 'The admin who has it; the address is null once the account is gone.' }),
  inCrm: z.boolean(),
  createdAt: time('When it came, UTC.'),
  erasedAt: time('When the person’s data were erased, UTC; nothing of them is left.').nullable(),
});
export type LeadRow = z.infer<typeof leadRow>;

const section = z.object({
  title: z.string(),
  rows: z.array(z.object({ label: z.string(), value: z.string(), href: z.string().optional() })),
});

export const leadDetail = leadRow.extend({
  sections: z.array(section),
  consent: z.object({
    version: z.string().meta({ description: 'Version of the privacy text.' }),
    address: z.string(),
    at: time('When it was given, UTC.'),
  }),
  crm: z.object({ contactId: z.string().nullable(), dealId: z.string().nullable() }),
  events: z.array(
    z.object({
      id: z.int().meta({ description: 'Id of the event.' }),
      at: time('When it happened, UTC.'),
      kind: z.string().meta({ description: 'What kind of thing happened.' }),
      title: z.string(),
      text: z.string().optional(),
      actor: z.string(),
    }),
  ),
  bookings: z.array(
    z.object({
      title: z.string(),
      state: z.string().meta({ description: 'Where the meeting stands.' }),
      startsAt: time('When the meeting begins, UTC.').nullable(),
      location: z.string().nullable(),
    }),
  ),
  deliveries: z.array(
    z.object({
      id: z.int().meta({ description: 'Id of the delivery.' }),
      kind: z.string().meta({ description: 'What is delivered, and by what way.' }),
      state: z
        .enum(['waiting', 'sent', 'dead'])
        .meta({ description: 'Where the delivery stands.' }),
      attempts: z.int(),
      lastError: z.string().nullable(),
      createdAt: time('When it was queued, UTC.'),
      settledAt: time('When it was sent or given up, UTC.').nullable(),
    }),
  ),
});
export type LeadDetail = z.infer<typeof leadDetail>;

export const inboxDocs: FieldDocs = {
  leads: docs('Who wrote, newest first.'),
  before: docs('Older than this: give it back for the next page; null when that was all.', 1024),
  lookedAt: docs(
    'A search stopped before the page was full: so many matches were looked at. Go on with `before`.',
  ),
  handled: docs('Whether an advisor has taken care of it.', 'no'),
  assigned: docs('`me`, `nobody` or the account id of an admin.', 'me'),
  from: docs('First day, on the calendar of Chile.', '2026-11-01'),
  to: docs('Last day, on the calendar of Chile.', '2026-11-30'),
  phone: docs('As the person wrote it.', '+56 9 1234 5678'),
  company: docs('Company of the person.', 'Constructora Andes SpA'),
  tenderId: docs('Id of the tender in Mercado Público.', '4809-45-LE26'),
  sent: docs('What becomes of the requests and messages sent with the own address.', 'keep'),
  inCrm: docs('Whether the CRM knows the person.', true),
  sections: docs('Every answer, in readable groups.'),
  rows: docs('Answers with their labels.'),
  value: docs('What was answered.'),
  href: docs('Where the file is.'),
  consent: docs('What was agreed to, when and from where.'),
  address: docs('Address of the browser or program that sent it.'),
  crm: docs('Ids of the records in HubSpot.'),
  contactId: docs('Id of the contact in HubSpot.'),
  dealId: docs('Id of the deal in HubSpot.'),
  events: docs('What happened since, newest first.'),
  isOwn: docs('Whether the asking advisor did it.', false),
  lastEvent: docs('Id of the newest event that was read.', 812),
  actor: docs('Who did it: an address of the team, `crm`, `scheduling` or `system`.'),
  title: docs('What it is, in a few words.'),
  reason: docs('Why, in an advisor’s words.', 'Falta el certificado de deuda vigente.'),
  text: docs('Free text: of a note up to 5,000 characters.'),
  bookings: docs('Meetings with an advisor.'),
  location: docs('Where it takes place.'),
  deliveries: docs('Mails and CRM calls that it set off, newest first.'),
  attempts: docs('How often it was tried.', 1),
  lastError: docs('Why the last try failed.', 'timeout'),
  retried: docs('How many wait again.', 3),
};
