import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued.ts';

/** Which level of which document was announced by mail, and on which day: never one twice. */
export const documentAlerts = sqliteTable(
  'document_alerts',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
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

/** The same of issued guarantees; `level`: days before the end, 0 the day after. */
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
    /** `YYYY-MM-DD` in America/Santiago. */
    mailedOn: text('mailed_on').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.guarantee, t.level] }),
    index('guarantee_alerts_by_mail').on(t.accountId, t.mailedOn),
  ],
);

/** How an account wants to hear of expiries; without a row: by mail, no calendar address. */
export const alertSettings = sqliteTable('alert_settings', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Day of the last mail, `YYYY-MM-DD` in America/Santiago: at most one a day. */
  mailedOn: text('mailed_on'),
  mailsOffAt: integer('mails_off_at'),
  /** The id that its secret calendar address is signed for; another one ends the old address. */
  calendarId: text('calendar_id').unique(),
});
