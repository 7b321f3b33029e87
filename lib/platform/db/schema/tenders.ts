import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { TenderEvent } from '#lib/domain/requests/leads/schema.ts';
import type { PendingNews } from '#lib/domain/tenders/schema.ts';

/**
 * Tenders that we observe. `startTenderWatch` adds a row when a request or guarantee names a
 * tender, and a timer removes it later.
 */
export const watchedTenders = sqliteTable(
  'watched_tenders',
  {
    code: text('code').primaryKey(),
    stateCode: integer('state_code'),
    closesAt: integer('closes_at'),
    /** Hash of the winning suppliers, or null if the tender is not awarded. */
    award: text('award'),
    /** Time of Mercado Público's last answer about the tender, or null. */
    knownAt: integer('known_at'),
    /** Time of the next query, or null if the code is not that of a tender. */
    nextAt: integer('next_at'),
    /** News that were not delivered yet (`PendingNews` of lib/domain/tenders/schema.ts). */
    news: text('news', { mode: 'json' }).$type<PendingNews>(),
  },
  (t) => [
    index('watched_tenders_due')
      .on(t.nextAt, t.code)
      .where(sql`next_at is not null and news is null`),
    index('watched_tenders_pending').on(t.code).where(sql`news is not null`),
  ],
);

/** News of tenders for one recipient. They are mailed once a day. */
export const tenderNews = sqliteTable(
  'tender_news',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Hash of the recipient's e-mail. */
    recipientHash: text('address').notNull(),
    /** The request that the news concern, or null if they concern a guarantee. */
    leadId: integer('lead_id'),
    /** Number of a guarantee that a company recorded, or null. */
    guaranteeNumber: integer('guarantee'),
    /** JSON of an event `tender` (lib/domain/requests/leads/schema.ts). */
    detail: text('detail', { mode: 'json' }).$type<TenderEvent>().notNull(),
    at: integer('at').notNull(),
    /** Day of the mail, `YYYY-MM-DD` in Chile, or null if it was not sent yet. */
    mailedOn: text('mailed_on'),
  },
  (t) => [
    index('tender_news_waiting').on(t.recipientHash).where(sql`mailed_on is null`),
    index('tender_news_mailed').on(t.mailedOn, t.recipientHash).where(sql`mailed_on is not null`),
    index('tender_news_by_lead').on(t.leadId).where(sql`lead_id is not null`),
    index('tender_news_by_guarantee').on(t.guaranteeNumber, t.id).where(sql`guarantee is not null`),
  ],
);
