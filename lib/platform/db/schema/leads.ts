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
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { plainJson } from '#lib/platform/db/json.ts';
import { lastActs, requestStates } from '#lib/platform/db/schema/request-states.ts';

/**
 * Messages of contact forms and guarantee requests (`submissionId`), a row for each, with its
 * sender. The FTS5 table `leads_search` indexes them.
 */
export const leads = sqliteTable(
  'leads',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: ['contacto', 'asesor', 'experto', 'garantia'] }).notNull(),
    submissionId: integer('submission_id').unique(),
    name: text('name').notNull(),
    /** E-mail in lower case, by which bookings and CRM events find the lead. */
    email: text('email').notNull(),
    /** The company that owns the row, or null if a person does. */
    companyId: text('company_id'),
    /** The owner of the row: the company's id, or else the e-mail. Compared with `ctx.owner`. */
    owner: text('owner').generatedAlwaysAs(sql`coalesce(company_id, email)`, { mode: 'virtual' }),
    phone: text('phone'),
    rut: text('rut'),
    company: text('company'),
    tenderId: text('tender_id'),
    /**
     * The validated contact form as JSON. `{}` for a guarantee request, whose answers are in
     * `submissions`.
     */
    answers: plainJson('answers').$type<Partial<ContactFormBody>>().notNull(),
    /** State of a guarantee request. Contact forms keep the default. */
    state: text('state', { enum: requestStates }).notNull().default('recibida'),
    /** Time at which the state changed, by the clock that reported it: ours or the CRM's. */
    stateAt: integer('state_at'),
    /** Time at which the CRM reported `emitida` although no guarantee was recorded yet, or null. */
    crmIssuedAt: integer('crm_issued_at'),
    handledAt: integer('handled_at'),
    /** Account id of the advisor in charge, or null. */
    assignedTo: text('assigned_to'),
    /**
     * The last act in a request in progress, which tells whether the team or the applicant has to
     * act. `computeLeadPending` computes it and `updatePending` stores it.
     */
    lastAct: text('waits', { enum: lastActs }),
    /**
     * Time (ms) at which `lastAct` must be computed again, because conditions, a link or the day of
     * a call end.
     */
    waitsUntil: integer('waits_until'),
    /** Time of the first unanswered message, or null. `updatePending` sets this. */
    unansweredSince: integer('unanswered_since'),
    /** True if a request in progress is paid. `updatePending` sets this. */
    isPaid: integer('is_paid', { mode: 'boolean' }).notNull().default(false),
    /** Deadline (ms): the tender closes or, without a tender, the first guarantee begins. */
    dueAt: integer('due_at'),
    /** Beneficiary and amounts, for the full-text search. */
    about: text('about'),
    /** Name and buyer of the tender, for the full-text search. */
    tenderWords: text('tender_words'),
    crmContactId: text('crm_contact_id'),
    crmDealId: text('crm_deal_id'),
    /** The name as typed, and each field that the CRM changed with its time (lib/domain/crm/). */
    crmContact: text('crm_contact', { mode: 'json' }).$type<CrmContactState>(),
    consentVersion: text('consent_version').notNull(),
    consentIp: text('consent_address').notNull(),
    httpRequestId: text('request_id').notNull(),
    /** Hash of the form's idempotency key, which is the same when a form is sent twice. */
    idempotencyKey: text('idempotency_key').unique(),
    /** Hash of the form's content. Another content with the same key is refused. */
    bodyHash: text('body_hash'),
    createdAt: integer('created_at').notNull(),
    /** Time at which the personal data was erased. `id`, `kind`, `state` and the times remain. */
    erasedAt: integer('erased_at'),
  },
  (t) => [
    // The columns by which the inbox filters come first. A filter then is a few range scans in the
    // order of ids.
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
    // Retention counts from the last change of state, or else from the creation.
    index('leads_kept')
      .on(
        sql`(state = 'emitida')`,
        sql`(case when state_at is null then created_at else state_at end)`,
      )
      .where(sql`erased_at is null`),
  ],
);

/**
 * Number of leads per hour (ms / 3,600,000, UTC). Triggers update it, so that the chart need not
 * count rows.
 */
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

/** The CRM's contact ids of e-mails that have a lead. Merged contacts keep their old ids. */
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
        'requested',
        'assigned',
        'handled',
        'reopened',
        'booking',
        'payment',
        'payment-moved',
        'email',
        'crm',
        'infected',
        'delivery',
      ],
    }).notNull(),
    /** Account id of an admin, `crm`, `scheduling` or `system`. */
    actor: text('actor').notNull(),
    /** JSON whose shape depends on `kind` (lib/domain/requests/leads/schema.ts). */
    detail: plainJson('detail').$type<Record<string, unknown>>().notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    index('lead_events_by_lead').on(t.leadId, t.id),
    // Prevents two concurrent writers from recording the same version.
    uniqueIndex('lead_events_by_version')
      .on(t.leadId, t.kind, sql`(detail ->> '$.version')`)
      .where(sql`kind in ('conditions', 'accepted')`),
  ],
);
