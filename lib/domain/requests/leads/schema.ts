import { z } from 'zod';
import { callChange, callOutcomes } from '#lib/domain/requests/leads/call-schema.ts';
import { correction } from '#lib/domain/requests/leads/correction-schema.ts';
import { tenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import { optional } from '#lib/platform/operations/fields.ts';

export type { TenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';

export const leadKinds = ['contacto', 'asesor', 'experto', 'garantia'] as const;
export type LeadKind = (typeof leadKinds)[number];

export const formKinds = ['contacto', 'asesor', 'experto'] as const;
export type FormKind = (typeof formKinds)[number];
/** Kinds that have a page with a form. The other kind comes only through the API. */
export type PageForm = Exclude<FormKind, 'experto'>;

/** The newest event that a page or client had read, or 0 for a lead without events. */
export const lastEventField = optional(z.coerce.number().pipe(z.int().min(0))).describe(
  'Id of the newest event that was read; `conflict` if somebody else acted on the lead since.',
);

/** Set when an advisor undid an earlier change, which the audit trail then says. */
const undoMark = { isUndo: z.literal(true).optional() };

/** An event of a lead's history, by kind, as `lead_events.detail` stores it. */
const leadEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('state'),
    from: z.enum(requestStates),
    to: z.enum(requestStates),
    /** The advisor's reason, in the words that were mailed to the applicant. */
    reason: z.string().optional(),
    /** Set when the applicant cancelled the request. */
    isCancelled: z.literal(true).optional(),
    /** Set if the state was corrected before its mail. The applicant never sees it. */
    hidden: z.literal(true).optional(),
    ...undoMark,
  }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  /** A reply. With `call` it records a call to the sender, and its text may be empty. */
  z.object({
    kind: z.literal('reply'),
    subject: z.string(),
    text: z.string(),
    call: z.enum(callOutcomes).optional(),
  }),
  /** Conditions. `version` counts from 1 for each lead, and a sent version never changes. */
  z.object({
    kind: z.literal('conditions'),
    version: z.int(),
    price: z.int(),
    issuer: z.string(),
    terms: z.string(),
    validUntil: z.string().optional(),
    corrected: z.array(correction).optional(),
  }),
  /**
   * The applicant accepted a version. `address` is the IP, because stored events have this key.
   * Without Webpay, `paymentRequestId` is null.
   */
  z.object({
    kind: z.literal('accepted'),
    version: z.int(),
    price: z.int(),
    address: z.string(),
    paymentRequestId: z.string().nullable(),
  }),
  /** A guarantee was recorded as issued or, with `said`, a later event of it was reported. */
  z.object({
    kind: z.literal('issued'),
    number: z.int(),
    item: z.int(),
    said: z.string().optional(),
  }),
  /** The CRM reported `emitida` before all guarantees had a record. */
  z.object({ kind: z.literal('unrecorded') }),
  /** The tender of the request changed. */
  z.object({ kind: z.literal('tender'), ...tenderEvent.shape }),
  /** An advisor requested or revoked documents. `papers` lists all that are missing now. */
  z.object({
    kind: z.literal('papers'),
    what: z.enum(['asked', 'revoked']),
    papers: z.array(z.string()),
    until: z.iso.date().optional(),
    note: z.string().optional(),
  }),
  /** The applicant added files later. `paper` is the requested document that a file answers. */
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
    /** Set if the sender had proved the e-mail, so that mails may name the files. */
    isProved: z.literal(true).optional(),
  }),
  /** The applicant took back a file that was added later. */
  z.object({
    kind: z.literal('withdrawn'),
    fileName: z.string(),
    paper: z.string().optional(),
  }),
  /** Somebody wrote. `isCall` marks a message that changed or cancelled the promised call. */
  z.object({
    kind: z.literal('message'),
    text: z.string(),
    isCall: z.literal(true).optional(),
    /** The version of the conditions that the message declined. */
    declined: z.int().optional(),
    /** Events from before 2026-11-30 do not have it. */
    call: callChange.optional(),
  }),
  /** A message became a request. Its event has `request`, that of the request `message`. */
  z.object({
    kind: z.literal('requested'),
    request: z.int().optional(),
    message: z.object({ kind: z.enum(formKinds), id: z.int() }).optional(),
  }),
  /** The lead was assigned to the admin with this e-mail, or to nobody (null). */
  z.object({ kind: z.literal('assigned'), to: z.string().nullable(), ...undoMark }),
  z.object({ kind: z.literal('handled') }),
  z.object({ kind: z.literal('reopened') }),
  z.object({ kind: z.literal('booking'), state: z.string(), startsAt: z.number().nullable() }),
  z.object({
    kind: z.literal('payment'),
    buyOrder: z.string(),
    state: z.string(),
    amount: z.number(),
  }),
  /** The team moved a payment here (`isHere`) or away. `other` names the other lead. */
  z.object({
    kind: z.literal('payment-moved'),
    buyOrder: z.string(),
    isHere: z.boolean(),
    other: z.string().nullable(),
  }),
  /** An advisor corrected the e-mail of the applicant. `reason` says how it was confirmed. */
  z.object({ kind: z.literal('email'), from: z.string(), to: z.string(), reason: z.string() }),
  /** The CRM changed the contact: `changed` holds the new value of each field. */
  z.object({ kind: z.literal('crm'), changed: z.record(z.string(), z.string()) }),
  /** The scanner refused an attachment after it was sent. Its bytes were deleted. */
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
export const applicantEventKinds = [
  'state',
  'reply',
  'conditions',
  'accepted',
  'issued',
  'tender',
  'papers',
  'files',
  'withdrawn',
  'message',
  'requested',
  'booking',
  'payment',
] as const satisfies LeadEvent['kind'][];
export type ShownEvent = Extract<LeadEvent, { kind: (typeof applicantEventKinds)[number] }>;

/** Whether the events of a kind hold personal data. An erasure deletes those that do. */
const isPersonal: Record<LeadEvent['kind'], boolean> = {
  ...{ note: true, reply: true, message: true, conditions: true, accepted: true, issued: true },
  ...{ tender: true, papers: true, files: true, withdrawn: true, infected: true, crm: true },
  email: true,
  // An erasure removes only the reason from an event of kind `state`.
  ...{ state: false, unrecorded: false, assigned: false, handled: false, reopened: false },
  ...{ requested: false, booking: false, payment: false, 'payment-moved': false, delivery: false },
};
export const personalKinds = Object.entries(isPersonal).flatMap(([kind, holdsPersonalData]) =>
  holdsPersonalData ? kind : [],
);

/** Parses a row of `lead_events`. Refuses kinds that a newer release added. */
export const storedEvent = z
  .object({ kind: z.string(), detail: z.looseObject({}) })
  .transform(({ kind, detail }) => ({ ...detail, kind }))
  .pipe(leadEvent);
