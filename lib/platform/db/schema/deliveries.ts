import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Outbox of mails and CRM calls. Deliveries of one partition are sent in the order of `id`: only
 * the first waiting one has `dueAt`.
 */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    partition: text('partition').notNull(),
    /** Derived from the end of the partition's name. Workers claim deliveries by channel. */
    channel: text('channel', { enum: ['mail', 'crm'] }).generatedAlwaysAs(
      sql`case when partition like '%/crm' then 'crm' else 'mail' end`,
      { mode: 'virtual' },
    ),
    kind: text('kind').notNull(),
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    state: text('state', { enum: ['waiting', 'sent', 'dead'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /**
     * Time from which the next attempt may begin, or null while an earlier delivery of the
     * partition must go first.
     */
    dueAt: integer('due_at'),
    /**
     * Time before which no attempt begins, even if no other delivery of the partition waits. Null
     * means at once.
     */
    notBefore: integer('not_before'),
    leaseOwner: text('lease_owner'),
    leaseUntil: integer('lease_until'),
    lastError: text('last_error'),
    /** E-mail (lower case) to which the mail went, until that person is erased. Null: not tried. */
    sentTo: text('sent_to'),
    /** The provider's id of the mail. Null in the local mailbox, and once `sentTo` is erased. */
    providerId: text('provider_id'),
    /** The last report of the provider about the mail. Null: none. */
    arrival: text('arrival', {
      enum: ['delayed', 'delivered', 'failed', 'suppressed', 'bounced', 'complained'],
    }),
    /** Time of `arrival` by the provider's clock. */
    arrivalAt: integer('arrival_at'),
    /** The provider's code for the reason of `arrival`, never text. */
    arrivalReason: text('arrival_reason'),
    createdAt: integer('created_at').notNull(),
    settledAt: integer('settled_at'),
  },
  (t) => [
    index('deliveries_due').on(t.channel, t.dueAt).where(sql`state = 'waiting'`),
    index('deliveries_partition').on(t.partition, t.state, t.id),
    index('deliveries_waiting').on(t.kind, t.createdAt).where(sql`state = 'waiting'`),
    // Finds deliveries of which a try failed and that wait for a retry or were given up.
    index('deliveries_troubled')
      .on(t.state, t.kind, t.lastError, t.id)
      .where(sql`last_error is not null`),
    index('deliveries_by_time').on(t.createdAt),
    index('deliveries_by_kind').on(t.kind, t.createdAt),
    index('deliveries_by_recipient').on(t.sentTo, t.createdAt).where(sql`sent_to is not null`),
    index('deliveries_sent').on(t.settledAt).where(sql`state = 'sent'`),
    index('deliveries_by_provider_id').on(t.providerId).where(sql`provider_id is not null`),
    index('deliveries_returned')
      .on(t.arrivalAt)
      .where(sql`arrival in ('failed', 'suppressed', 'bounced')`),
  ],
);

/**
 * The text of a mail as it was sent, without its secrets. It is deleted with its delivery, or
 * earlier if the recipient is erased.
 */
export const deliveryTexts = sqliteTable('delivery_texts', {
  deliveryId: integer('delivery_id')
    .primaryKey()
    .references(() => deliveries.id, { onDelete: 'cascade' }),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  /** Names of the attachments. */
  files: text('files', { mode: 'json' }).$type<string[]>().notNull(),
});

/** Failed attempts of a delivery. `error` is a code and never text that a person typed. */
export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    deliveryId: integer('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    error: text('error').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.deliveryId, t.attempt, t.error] })],
);
