import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { requestStates, waits } from '#lib/platform/operations/request-states.ts';

/** Forms and guarantee requests (answers in `submissions`). `leads_search` (FTS5) finds in it. */
export const leads = sqliteTable(
  'leads',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: ['contacto', 'asesor', 'experto', 'garantia'] }).notNull(),
    submissionId: integer('submission_id').unique(),
    name: text('name').notNull(),
    /** Lower case, so that bookings and CRM events find it. */
    email: text('email').notNull(),
    phone: text('phone'),
    rut: text('rut'),
    company: text('company'),
    tenderId: text('tender_id'),
    /** The whole validated form as JSON; `{}` for a guarantee request. */
    answers: text('answers').notNull(),
    /** Only a guarantee request moves; `submissions` has no copy. */
    state: text('state', { enum: requestStates }).notNull().default('recibida'),
    /** Since when it is in this state, by the clock of the actor; null: never moved. */
    stateAt: integer('state_at'),
    /** When the CRM said `emitida` before each guarantee had its record, by its clock; null: it did not, or said otherwise since. */
    crmIssuedAt: integer('crm_issued_at'),
    handledAt: integer('handled_at'),
    /** Account id of an admin. */
    assignedTo: text('assigned_to'),
    /** What a request in progress waits for, kept with its events; lib/domain/requests/leads/waits.ts. */
    waits: text('waits', { enum: waits }),
    /** When that may end by itself: looked at again then. */
    waitsUntil: integer('waits_until'),
    /** Since when it is without an answer of ours, kept with its events; null: it has one. */
    unansweredSince: integer('unanswered_since'),
    /** When its tender closes as far as it is known here (a trigger follows it), else the end of the day from which a guarantee must be in force. */
    dueAt: integer('due_at'),
    /** What a search finds of a request beside its person: for whom, and the amounts. */
    about: text('about'),
    /** The same of its tender: name and buyer, kept by triggers. */
    tenderWords: text('tender_words'),
    crmContactId: text('crm_contact_id'),
    crmDealId: text('crm_deal_id'),
    /** JSON: what the CRM changed of the contact, each field with its clock; lib/domain/crm/. */
    crmContact: text('crm_contact'),
    consentVersion: text('consent_version').notNull(),
    consentAddress: text('consent_address').notNull(),
    requestId: text('request_id').notNull(),
    /** Of a form sent twice: the hash of its key, and of what was sent under it. */
    idempotencyKey: text('idempotency_key').unique(),
    bodyHash: text('body_hash'),
    createdAt: integer('created_at').notNull(),
    /** When the person's data went; number, kind, state and times stay. */
    erasedAt: integer('erased_at'),
  },
  (t) => [
    // The inbox merges runs of these two: any filter is a few ranges, each newest first.
    index('leads_by_desk').on(t.kind, t.state, sql`(handled_at is null)`, t.id),
    index('leads_by_assignee').on(t.assignedTo, t.kind, t.state, sql`(handled_at is null)`, t.id),
    index('leads_by_wait')
      .on(t.waits, t.kind, t.state, sql`(handled_at is null)`, t.id)
      .where(sql`waits is not null`),
    index('leads_by_waiting_assignee')
      .on(t.assignedTo, t.waits, t.kind, t.state, sql`(handled_at is null)`, t.id)
      .where(sql`waits is not null`),
    index('leads_by_wait_end').on(t.waitsUntil).where(sql`waits_until is not null`),
    index('leads_by_email').on(t.email, t.id),
    index('leads_by_tender').on(t.tenderId, t.id).where(sql`tender_id is not null`),
    index('leads_by_rut').on(t.rut, t.id).where(sql`rut is not null`),
    index('leads_by_due').on(t.dueAt, t.id).where(sql`due_at is not null`),
    index('leads_by_unanswered')
      .on(t.unansweredSince, t.id)
      .where(sql`unanswered_since is not null`),
    index('leads_by_created').on(t.createdAt),
    index('leads_by_deal').on(t.crmDealId),
    index('leads_by_contact').on(t.crmContactId),
    index('leads_unrecorded')
      .on(t.id)
      .where(sql`crm_issued_at is not null and state <> 'emitida' and erased_at is null`),
    index('leads_by_erased').on(t.erasedAt).where(sql`erased_at is not null`),
    // What retention looks at: from when its time counts.
    index('leads_kept')
      .on(
        sql`(state = 'emitida')`,
        sql`(case when state_at is null then created_at else state_at end)`,
      )
      .where(sql`erased_at is null`),
  ],
);

/** By hour (ms / 3,600,000, UTC). Triggers keep it: the chart never counts a million rows. */
export const leadCounts = sqliteTable(
  'lead_counts',
  {
    hour: integer('hour').notNull(),
    kind: text('kind', { enum: ['contacto', 'asesor', 'experto', 'garantia'] }).notNull(),
    state: text('state', { enum: requestStates }).notNull(),
    total: integer('total').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.kind, t.state] })],
);

/** The CRM's ids of an address, several after a merge there. Kept while it has a lead. */
export const crmContacts = sqliteTable(
  'crm_contacts',
  { email: text('email').notNull(), contactId: text('contact_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.email, t.contactId] }),
    index('crm_contacts_by_id').on(t.contactId),
  ],
);

export const leadEvents = sqliteTable(
  'lead_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    leadId: integer('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    kind: text('kind', {
      enum: [
        'state',
        'note',
        'reply',
        'conditions',
        'accepted',
        'issued',
        'unrecorded',
        'tender',
        'papers',
        'files',
        'message',
        'assigned',
        'handled',
        'reopened',
        'booking',
        'payment',
        'crm',
        'infected',
        'delivery',
      ],
    }).notNull(),
    /** Account id of an admin, `crm`, `scheduling` or `system`. */
    actor: text('actor').notNull(),
    /** JSON by kind, read through `lib/domain/requests/leads/schema.ts`. */
    detail: text('detail').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    index('lead_events_by_lead').on(t.leadId, t.id),
    // One of each version: two at once are one.
    uniqueIndex('lead_events_by_version')
      .on(t.leadId, t.kind, sql`(detail ->> '$.version')`)
      .where(sql`kind in ('conditions', 'accepted')`),
  ],
);
