import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';

/** Alerts that were mailed about a document, so that no level is mailed twice. */
export const documentAlerts = sqliteTable(
  'document_alerts',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Urgency of the alert. Each is mailed once. */
    level: text('level', { enum: ['critical', 'danger', 'warning'] }).notNull(),
    accountId: text('account_id').notNull(),
    /** `YYYY-MM-DD` in America/Santiago. */
    mailedOn: text('mailed_on').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.level] }),
    index('document_alerts_by_mail').on(t.accountId, t.mailedOn),
  ],
);

/** Alerts that were mailed about a guarantee. */
export const guaranteeAlerts = sqliteTable(
  'guarantee_alerts',
  {
    guaranteeNumber: integer('guarantee')
      .notNull()
      .references(() => issuedGuarantees.number, { onDelete: 'cascade' }),
    /** Days from the mail to the guarantee's end, or 0 for the day after it. */
    level: integer('level').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** `YYYY-MM-DD` in America/Santiago. */
    mailedOn: text('mailed_on').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guaranteeNumber, t.level] }),
    index('guarantee_alerts_by_mail').on(t.accountId, t.mailedOn),
  ],
);

/** Alert settings of an account. Without a row it gets mails and has no calendar feed. */
export const alertSettings = sqliteTable('alert_settings', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Day of the last mail, `YYYY-MM-DD` in America/Santiago. There is at most one mail a day. */
  mailedOn: text('mailed_on'),
  mailsOffAt: integer('mails_off_at'),
  /** The token in the calendar's URL is signed for this id. A new id invalidates the former URL. */
  calendarId: text('calendar_id').unique(),
});
