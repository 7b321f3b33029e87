import { z } from 'zod';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import {
  docs,
  email,
  type FieldDocs,
  line,
  maxLength,
  optional,
  paragraph,
  phone,
  rut,
} from '#lib/platform/operations/fields.ts';
import { plainMember } from '#lib/platform/operations/plain-text.ts';

export const leadKinds = ['contacto', 'asesor', 'experto', 'garantia'] as const;
export type LeadKind = (typeof leadKinds)[number];

export const formKinds = ['contacto', 'asesor', 'experto'] as const;
export type FormKind = (typeof formKinds)[number];

/** The fields of the contact forms as the API publishes them, without those of the captcha. */
export const contactForm = z.object({
  primer_nombre: line('Ingresa tu nombre.'),
  apellido: optional(line('Ingresa tu apellido.')),
  correo: email('Ingresa tu correo.'),
  telefono: optional(phone('Ingresa tu teléfono.')),
  rut: optional(rut('Ingresa tu RUT.')),
  tipo_inversionista: optional(line('Cuéntanos quién eres.', maxLength.text)),
  perfil_activo: optional(line('Cuéntanos qué te interesa.', maxLength.text)),
  mensaje: optional(paragraph('Escribe tu mensaje.', maxLength.message)),
  acepta_politicas: z.boolean().optional(),
});
export type ContactForm = z.output<typeof contactForm>;

/** The pages' forms take a shorter message, because a refused one returns in a cookie. */
export const PAGE_MESSAGE = 2000;

/** A change of the request's tender, as Mercado Público reported it. */
export const tenderEvent = z.object({
  code: z.string(),
  what: z.enum(['closing', 'awarded', 'deserted', 'revoked', 'suspended', 'resumed']),
  /** Whether the holder won the award; missing where the holder's RUT is not known. */
  to: z.enum(['holder', 'others']).optional(),
  /** The earlier closing time, in ms. */
  from: z.number().optional(),
  closesAt: z.number().optional(),
  /** The guarantee ends before the day that the tender requires. */
  short: z.object({ until: z.iso.date(), required: z.iso.date() }).optional(),
  words: z.string().optional(),
});
export type TenderEvent = z.infer<typeof tenderEvent>;

/** The newest event that a page or client had read; 0 for a lead without events. */
export const lastEvent = optional(z.coerce.number().pipe(z.int().min(0))).meta({
  description:
    'Id of the newest event that was read; `conflict` if somebody else acted on the lead since.',
});

/** An event of a lead's history, by kind, as `lead_events.detail` stores it. */
const leadEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('state'),
    from: z.enum(requestStates),
    to: z.enum(requestStates),
    /** The advisor's reason, as it was mailed to the applicant. */
    reason: z.string().optional(),
    /** Corrected before its mail left, so the applicant does not see it. */
    hidden: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({ kind: z.literal('reply'), subject: z.string(), text: z.string() }),
  /** An offer. `version` counts from 1 for each lead, and its words never change. */
  z.object({
    kind: z.literal('conditions'),
    version: z.int(),
    price: z.int(),
    issuer: z.string(),
    terms: z.string(),
    validUntil: z.string().optional(),
  }),
  /** The applicant accepted a version from `address`. Null: payments are not set up here. */
  z.object({
    kind: z.literal('accepted'),
    version: z.int(),
    price: z.int(),
    address: z.string(),
    paymentRequestId: z.string().nullable(),
  }),
  /** A guarantee of the request was recorded as issued, or an event of it was reported. */
  z.object({
    kind: z.literal('issued'),
    number: z.int(),
    item: z.int(),
    said: z.string().optional(),
  }),
  /** The CRM reported `emitida` before each guarantee had its record. */
  z.object({ kind: z.literal('unrecorded') }),
  z.object({ kind: z.literal('tender'), ...tenderEvent.shape }),
  /** Documents that an advisor requested, with all that are missing then, or revoked. */
  z.object({
    kind: z.literal('papers'),
    what: z.enum(['asked', 'revoked']),
    papers: z.array(z.string()),
    until: z.iso.date().optional(),
    note: z.string().optional(),
  }),
  /** Files that came later, by the page of a link, perhaps for a requested document. */
  z.object({
    kind: z.literal('files'),
    files: z.array(
      z.object({
        kind: z.enum(uploadKinds),
        fileName: z.string(),
        size: z.number(),
        paper: z.string().optional(),
      }),
    ),
  }),
  z.object({ kind: z.literal('message'), text: z.string() }),
  /** The e-mail address of an admin; null when unassigned. */
  z.object({ kind: z.literal('assigned'), to: z.string().nullable() }),
  z.object({ kind: z.literal('handled') }),
  z.object({ kind: z.literal('reopened') }),
  z.object({
    kind: z.literal('booking'),
    state: z.string(),
    startsAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('payment'),
    buyOrder: z.string(),
    state: z.string(),
    amount: z.number(),
  }),
  z.object({ kind: z.literal('crm'), changed: z.record(z.string(), z.string()) }),
  /** The scanner refused an attachment after it was sent; its bytes are gone. */
  z.object({ kind: z.literal('infected'), fileName: z.string() }),
  /** An advisor retried or resent a delivery; `what` is the delivery's kind. */
  z.object({
    kind: z.literal('delivery'),
    what: z.string(),
    how: z.enum(['retried', 'resent']),
  }),
]);

export type LeadEvent = z.infer<typeof leadEvent>;

/** The kinds of events that the applicant reads. Notes and assignments are not among them. */
export const shownKinds = [
  'state',
  'reply',
  'conditions',
  'accepted',
  'issued',
  'tender',
  'papers',
  'files',
  'message',
  'booking',
  'payment',
] as const;
export type ShownEvent = Extract<LeadEvent, { kind: (typeof shownKinds)[number] }>;

/** Whether events of a kind say something of a person, so that an erasure deletes them. */
const isPersonal: Record<LeadEvent['kind'], boolean> = {
  ...{ note: true, reply: true, message: true, conditions: true, accepted: true, issued: true },
  ...{ tender: true, papers: true, files: true, infected: true, crm: true },
  // An erasure takes the reason of a state by itself.
  ...{ state: false, unrecorded: false, assigned: false, handled: false, reopened: false },
  ...{ booking: false, payment: false, delivery: false },
};
export const personalKinds = Object.entries(isPersonal).flatMap(([kind, is]) => (is ? kind : []));

/** An event as its row has it; this version refuses kinds of a later one. */
export const storedEvent = z
  .object({ kind: z.string(), detail: z.string() })
  .transform(({ kind, detail }) => ({ ...JSON.parse(detail, plainMember), kind }))
  .pipe(leadEvent);

/** Payload of a state mail: its event, and the state that the applicant knows. */
export const stateNews = z.object({ eventId: z.int(), told: z.enum(requestStates).optional() });

export const leadDocs: FieldDocs = {
  primer_nombre: docs('First name of the sender.', 'Ana'),
  apellido: docs('Surname.', 'Muñoz'),
  correo: docs('Where the answer goes.', 'ana@constructora.cl'),
  tipo_inversionista: docs('Who writes, in their own words.', 'Contratista de obras'),
  perfil_activo: docs('What they are interested in.', 'Fiel cumplimiento'),
  mensaje: docs('What they want to say.', 'Nos adjudicamos una obra y necesitamos la garantía.'),
  acepta_politicas: docs('Whether they accept the privacy text in force (/privacidad).', true),
  bookingUrl: docs('Where to book an hour; null when no scheduling tool is configured.'),
};
