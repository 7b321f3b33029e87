import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Triggers add a row when a request or guarantee names a tender; a round removes it later. */
export const watchedTenders = sqliteTable(
  'watched_tenders',
  {
    code: text('code').primaryKey(),
    stateCode: integer('state_code'),
    closesAt: integer('closes_at'),
    /** Hash of the suppliers that it was awarded to; null: none. */
    award: text('award'),
    /** When Mercado Público last told of it; null: never yet. */
    knownAt: integer('known_at'),
    /** When it is looked at next; null: never, as it is no id of a tender. */
    nextAt: integer('next_at'),
    /** JSON of `PendingNews` in lib/domain/tenders/schema.ts: a change that not all have been told. */
    news: text('news'),
  },
  (t) => [
    index('watched_tenders_due')
      .on(t.nextAt, t.code)
      .where(sql`next_at is not null and news is null`),
    index('watched_tenders_pending').on(t.code).where(sql`news is not null`),
  ],
);

/** What a person is told by mail of their tenders, once a day. */
export const tenderNews = sqliteTable(
  'tender_news',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Hash of the address that it goes to. */
    address: text('address').notNull(),
    /** The request, or the guarantee that a company recorded itself, by its number. */
    leadId: integer('lead_id'),
    guarantee: integer('guarantee'),
    /** JSON of an event `tender` in lib/domain/requests/leads/schema.ts. */
    detail: text('detail').notNull(),
    at: integer('at').notNull(),
    /** Day in Chile, `YYYY-MM-DD`; null: not yet. */
    mailedOn: text('mailed_on'),
  },
  (t) => [
    index('tender_news_waiting').on(t.address).where(sql`mailed_on is null`),
    index('tender_news_mailed').on(t.mailedOn, t.address).where(sql`mailed_on is not null`),
    index('tender_news_by_lead').on(t.leadId).where(sql`lead_id is not null`),
    index('tender_news_by_guarantee').on(t.guarantee, t.id).where(sql`guarantee is not null`),
  ],
);
