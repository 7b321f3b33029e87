import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Triggers add a row when a request or guarantee names a tender. A round removes it later. */
export const watchedTenders = sqliteTable(
  'watched_tenders',
  {
    code: text('code').primaryKey(),
    stateCode: integer('state_code'),
    closesAt: integer('closes_at'),
    /** A hash of the suppliers that won the tender. Null means that it is not awarded. */
    award: text('award'),
    /** Mercado Público last reported on it then. Null means never. */
    knownAt: integer('known_at'),
    /** It is looked at next at this time. Null means never, because it is no id of a tender. */
    nextAt: integer('next_at'),
    /** The JSON is `PendingNews` of lib/domain/tenders/schema.ts, which some still wait for. */
    news: text('news'),
  },
  (t) => [
    index('watched_tenders_due')
      .on(t.nextAt, t.code)
      .where(sql`next_at is not null and news is null`),
    index('watched_tenders_pending').on(t.code).where(sql`news is not null`),
  ],
);

/** A person gets this news of their tenders by mail, once a day. */
export const tenderNews = sqliteTable(
  'tender_news',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The address of the recipient is stored as a hash. */
    address: text('address').notNull(),
    /** It is about this request, or this guarantee (number) that a company recorded itself. */
    leadId: integer('lead_id'),
    guarantee: integer('guarantee'),
    /** The JSON is an event `tender` of lib/domain/requests/leads/schema.ts. */
    detail: text('detail').notNull(),
    at: integer('at').notNull(),
    /** The day in Chile, `YYYY-MM-DD`. Null means that it was not mailed yet. */
    mailedOn: text('mailed_on'),
  },
  (t) => [
    index('tender_news_waiting').on(t.address).where(sql`mailed_on is null`),
    index('tender_news_mailed').on(t.mailedOn, t.address).where(sql`mailed_on is not null`),
    index('tender_news_by_lead').on(t.leadId).where(sql`lead_id is not null`),
    index('tender_news_by_guarantee').on(t.guarantee, t.id).where(sql`guarantee is not null`),
  ],
);
