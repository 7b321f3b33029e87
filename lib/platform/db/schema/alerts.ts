import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';

/** Each row records a level that was mailed for a document, so that none is mailed twice. */
export const documentAlerts = sqliteTable(
  'document_alerts',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    level: text('level', { enum: ['critical', 'danger', 'warning'] }).notNull(),
    accountId: text('account_id').notNull(),
    /** The day is `YYYY-MM-DD` in America/Santiago. */
    mailedOn: text('mailed_on').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.level] }),
    index('document_alerts_by_mail').on(t.accountId, t.mailedOn),
  ],
);

/** Each row is a mailed alert. `level` is days before the guarantee's end, 0 the day after. */
export const guaranteeAlerts = sqliteTable(
  'guarantee_alerts',
  {
    guarantee: integer('guarantee')
      .notNull()
      .references(() => issuedGuarantees.number, { onDelete: 'cascade' }),
    level: integer('level').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The day is `YYYY-MM-DD` in America/Santiago. */
    mailedOn: text('mailed_on').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guarantee, t.level] }),
    index('guarantee_alerts_by_mail').on(t.accountId, t.mailedOn),
  ],
);

/** Stores an account's alert settings. Without a row it gets mails and has no calendar feed. */
export const alertSettings = sqliteTable('alert_settings', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The last mail's day in America/Santiago, `YYYY-MM-DD`. There is at most one a day. */
  mailedOn: text('mailed_on'),
  mailsOffAt: integer('mails_off_at'),
  /** The secret calendar address is signed for this id. A new id ends the old address. */
  calendarId: text('calendar_id').unique(),
});
