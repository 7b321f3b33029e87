import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row that the health check rewrites, to prove that writes work. */
export const heartbeat = sqliteTable('heartbeat', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
});

/**
 * Counters of rate limits in fixed windows. `key` is the operation and a hash of who is limited,
 * `expiresAt` the end of the window.
 */
export const rateLimits = sqliteTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/** The instance that runs a job, and until when (ms, by the database's clock). */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  owner: text('owner').notNull(),
  until: integer('until').notNull(),
});

/** Ids of committed writes, for callers whose answer got lost. Rows are kept for an hour. */
export const writeOutcomes = sqliteTable(
  'write_outcomes',
  { id: text('id').primaryKey(), at: integer('at').notNull() },
  (table) => [index('write_outcomes_at').on(table.at)],
);

/** Master keys that encrypt stored files. New files use the key marked `present`. */
export const fileKeys = sqliteTable('file_keys', {
  id: text('id').primaryKey(),
  since: integer('since').notNull(),
  present: integer('present').notNull(),
});
