import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ErasedCounts } from '#lib/domain/erasure/view.ts';

/** Proofs of erasures. They hold no e-mail, so a proof alone does not tell whom it is about. */
export const erasures = sqliteTable(
  'erasures',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /**
     * HMAC of the erased e-mail, keyed with the app's secret. It finds the certificate of a typed
     * e-mail without storing the e-mail.
     */
    emailHash: text('email_hash').notNull(),
    /** Id of the HTTP request that erased. A large erasure takes several writes of one request. */
    requestId: text('request_id').notNull(),
    counts: text('counts', { mode: 'json' }).$type<ErasedCounts>().notNull(),
    /** Account id of the advisor who erased. */
    actor: text('actor').notNull(),
    startedAt: integer('started_at').notNull(),
    /** Time of the last write, or null while rows are left to erase. */
    erasedAt: integer('erased_at'),
  },
  (t) => [
    uniqueIndex('erasures_by_email').on(t.emailHash, t.requestId),
    index('erasures_by_time').on(t.erasedAt).where(sql`erased_at is not null`),
  ],
);
