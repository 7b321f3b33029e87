import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row, rewritten by the health check to prove that a write works. */
export const heartbeat = sqliteTable('heartbeat', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
});

/** Fixed windows: `key` = operation and hashed subject, `expiresAt` = end of the window. */
export const rateLimits = sqliteTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/** The instance that does a job alone, by the database's clock; no owner: the pause after it. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  owner: text('owner').notNull(),
  until: integer('until').notNull(),
});

/** Which writes were committed, for those whose answer got lost, or never will be. Kept for an hour. */
export const writeOutcomes = sqliteTable(
  'write_outcomes',
  { id: text('id').primaryKey(), at: integer('at').notNull() },
  (table) => [index('write_outcomes_at').on(table.at)],
);

/** Master keys by id under which stored files may be sealed; `present`: under which new ones are. */
export const fileKeys = sqliteTable('file_keys', {
  id: text('id').primaryKey(),
  since: integer('since').notNull(),
  present: integer('present').notNull(),
});
