import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The health check rewrites this one row to prove that a write works. */
export const heartbeat = sqliteTable('heartbeat', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
});

/** Fixed windows. `key` is operation and hashed subject, `expiresAt` the end of the window. */
export const rateLimits = sqliteTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/** Each row names the instance that runs a job, until a time of the database's clock. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  owner: text('owner').notNull(),
  until: integer('until').notNull(),
});

/** Committed writes, for callers whose answer got lost. Rows are kept for an hour. */
export const writeOutcomes = sqliteTable(
  'write_outcomes',
  { id: text('id').primaryKey(), at: integer('at').notNull() },
  (table) => [index('write_outcomes_at').on(table.at)],
);

/** Master keys that encrypt stored files, by id. New files use the one marked `present`. */
export const fileKeys = sqliteTable('file_keys', {
  id: text('id').primaryKey(),
  since: integer('since').notNull(),
  present: integer('present').notNull(),
});
