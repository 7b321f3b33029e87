import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Cached answers of Mercado Público, in our own shape. They are valid until `expiresAt`. */
export const marketplaceAnswers = sqliteTable(
  'marketplace_answers',
  {
    key: text('key').primaryKey(),
    body: text('body').notNull(),
    fetchedAt: integer('fetched_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('marketplace_answers_by_fetched').on(t.fetchedAt)],
);

/** Number of calls per hash of the ticket and day in Chile. The API allows 10,000 a day. */
export const marketplaceCalls = sqliteTable('marketplace_calls', {
  key: text('key').primaryKey(),
  day: text('day').notNull(),
  calls: integer('calls').notNull(),
});

/** Tenders seen in lists and details. The FTS5 table `marketplace_tenders_fts` indexes them. */
export const marketplaceTenders = sqliteTable(
  'marketplace_tenders',
  {
    id: integer('id').primaryKey(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    stateCode: integer('state_code'),
    state: text('state'),
    buyerCode: text('buyer_code'),
    buyerName: text('buyer_name'),
    unitName: text('unit_name'),
    region: text('region'),
    publishedAt: integer('published_at'),
    closesAt: integer('closes_at'),
    amount: real('amount'),
    currency: text('currency'),
    /** Last day (`YYYY-MM-DD`) whose list contained the tender. */
    listedOn: text('listed_on'),
    /** Time at which the detail was read, or null if only lists mentioned the tender. */
    detailedAt: integer('detailed_at'),
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [
    index('marketplace_tenders_by_closing').on(t.closesAt, t.id),
    index('marketplace_tenders_by_buyer').on(t.buyerCode, t.closesAt),
    index('marketplace_tenders_by_type').on(t.type, t.closesAt),
    index('marketplace_tenders_by_seen').on(t.seenAt),
    index('marketplace_tenders_to_detail')
      .on(t.listedOn, t.closesAt)
      .where(sql`${t.detailedAt} is null`),
  ],
);

/** Public buyers, from the catalogue and from tenders. The catalogue has no RUTs. */
export const marketplaceBuyers = sqliteTable('marketplace_buyers', {
  id: integer('id').primaryKey(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  rut: text('rut'),
  seenAt: integer('seen_at').notNull(),
});

/** Companies that sold to the State. The API has no search by name, so we search these rows. */
export const marketplaceSuppliers = sqliteTable(
  'marketplace_suppliers',
  {
    id: integer('id').primaryKey(),
    rut: text('rut').notNull().unique(),
    code: text('code'),
    name: text('name').notNull(),
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [index('marketplace_suppliers_by_seen').on(t.seenAt)],
);
