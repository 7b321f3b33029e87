import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { CrmContactState } from '#lib/domain/crm/rules.ts';
import type { ContactForm } from '#lib/domain/requests/leads/schema.ts';
import { plainJson } from '#lib/platform/db/json.ts';
import { lastActs, requestStates } from '#lib/platform/db/schema/request-states.ts';

/** Contact forms, and guarantee requests with answers in `submissions`. FTS5: `leads_search`. */
export const leads = sqliteTable(
  'leads',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: ['contacto', 'asesor', 'experto', 'garantia'] }).notNull(),
    submissionId: integer('submission_id').unique(),
    name: text('name').notNull(),
    /** The address is in lower case, so that bookings and CRM events find it. */
    email: text('email').notNull(),
    /** The company whose row it is, or null for the person's own. */
    companyId: text('company_id'),
    /** The company's id, or else the address: `ctx.owner` of those who see the row. */
    owner: text('owner').generatedAlwaysAs(sql`coalesce(company_id, email)`, { mode: 'virtual' }),
    phone: text('phone'),
    rut: text('rut'),
    company: text('company'),
    tenderId: text('tender_id'),
    /** The whole validated form is kept as JSON. A guarantee request has `{}`. */
    answers: plainJson('answers').$type<Partial<ContactForm>>().notNull(),
    /** Changes for guarantee requests only. `submissions` has no copy. */
    state: text('state', { enum: requestStates }).notNull().default('recibida'),
    /** Time of the last change of state, by the actor's clock. Null: it never changed. */
    stateAt: integer('state_at'),
    /** Time at which the CRM reported `emitida` before any guarantee was recorded. */
    crmIssuedAt: integer('crm_issued_at'),
    handledAt: integer('handled_at'),
    /** Account id of an admin. */
    assignedTo: text('assigned_to'),
    /** Last act in a request in progress, which decides whose turn it is. Set by `pending.ts`. */
    lastAct: text('waits', { enum: lastActs }),
    /** Time (ms) at which the sweeper computes `lastAct` again, because a deadline passes. */
    waitsUntil: integer('waits_until'),
    /** Time of the first message without our answer, or null. Updated with the lead's events. */
    unansweredSince: integer('unanswered_since'),
    /** True when an open request is paid. Updated with the lead's events. */
    isPaid: integer('is_paid', { mode: 'boolean' }).notNull().default(false),
    /** Time at which its tender closes, or else at which a guarantee must be in force. */
    dueAt: integer('due_at'),
    /** Beneficiary and amounts of the request, for the search. */
    about: text('about'),
    /** Name and buyer of the tender, for the search. */
    tenderWords: text('tender_words'),
    crmContactId: text('crm_contact_id'),
    crmDealId: text('crm_deal_id'),
    /** The JSON has the CRM's changes of the contact, each with its clock (lib/domain/crm/). */
    crmContact: text('crm_contact', { mode: 'json' }).$type<CrmContactState>(),
    consentVersion: text('consent_version').notNull(),
    consentIp: text('consent_address').notNull(),
    requestId: text('request_id').notNull(),
    /** A form that is sent twice is recognised by the hash of its key and of its content. */
    idempotencyKey: text('idempotency_key').unique(),
    bodyHash: text('body_hash'),
    createdAt: integer('created_at').notNull(),
    /** Time at which the personal data was erased. Number, kind, state and times remain. */
    erasedAt: integer('erased_at'),
  },
  (t) => [
    // Any filter of the inbox reads a few ranges of these two indexes, each newest first.
    index('leads_by_desk').on(t.kind, t.state, sql`(handled_at is null)`, t.id),
    index('leads_by_assignee').on(t.assignedTo, t.kind, t.state, sql`(handled_at is null)`, t.id),
    index('leads_by_wait')
      .on(t.lastAct, t.kind, t.state, sql`(handled_at is null)`, t.id)
      .where(sql`waits is not null`),
    index('leads_by_waiting_assignee')
      .on(t.assignedTo, t.lastAct, t.kind, t.state, sql`(handled_at is null)`, t.id)
      .where(sql`waits is not null`),
    index('leads_by_wait_end').on(t.waitsUntil).where(sql`waits_until is not null`),
    index('leads_by_email').on(t.email, t.id),
    index('leads_by_owner').on(t.owner, t.id),
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
    // Retention counts from the last change of state, or from the creation.
    index('leads_kept')
      .on(
        sql`(state = 'emitida')`,
        sql`(case when state_at is null then created_at else state_at end)`,
      )
      .where(sql`erased_at is null`),
  ],
);

/** Leads per hour (ms / 3,600,000, UTC), updated by triggers so that the chart need not count. */
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

/** An address has several contact ids after a merge in the CRM. Kept while it has a lead. */
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
        'withdrawn',
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
    /** The actor is the account id of an admin, `crm`, `scheduling` or `system`. */
    actor: text('actor').notNull(),
    /** The JSON depends on the kind and is read through `lib/domain/requests/leads/schema.ts`. */
    detail: plainJson('detail').$type<Record<string, unknown>>().notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    index('lead_events_by_lead').on(t.leadId, t.id),
    // Two concurrent writers cannot both record the same version.
    uniqueIndex('lead_events_by_version')
      .on(t.leadId, t.kind, sql`(detail ->> '$.version')`)
      .where(sql`kind in ('conditions', 'accepted')`),
  ],
);
