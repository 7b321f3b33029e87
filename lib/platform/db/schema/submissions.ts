import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { plainJson } from '#lib/platform/db/json.ts';

/** Guarantee requests. */
export const submissions = sqliteTable(
  'submissions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    sistema: text('sistema', { enum: ['chilecompra', 'privados'] }).notNull(),
    source: text('source', { enum: ['api', 'wizard'] }).notNull(),
    nombre: text('nombre').notNull(),
    email: text('email').notNull(),
    telefono: text('telefono').notNull(),
    rut: text('rut'),
    tenderId: text('tender_id'),
    /**
     * The validated body as JSON. If an advisor corrected a guarantee, its key `sent` holds what
     * the applicant sent.
     */
    answers: plainJson('answers').$type<StoredAnswers>().notNull(),
    /** True if nobody was logged in when the request was sent. */
    sentByGuest: integer('sent_by_guest', { mode: 'boolean' }).notNull().default(false),
    consentVersion: text('consent_version').notNull(),
    consentIp: text('consent_address').notNull(),
    requestId: text('request_id').notNull(),
    idempotencyKey: text('idempotency_key'),
    bodyHash: text('body_hash'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('submissions_by_idempotency_key').on(t.idempotencyKey),
    index('submissions_by_created').on(t.createdAt),
    index('submissions_by_contrato')
      .on(sql`(answers ->> '$.contrato.uploadId')`)
      .where(sql`(answers ->> '$.contrato.uploadId') is not null`),
    index('submissions_by_adicional')
      .on(sql`(answers ->> '$.adicional.uploadId')`)
      .where(sql`(answers ->> '$.adicional.uploadId') is not null`),
    index('submissions_by_email').on(sql`lower(${t.email})`),
  ],
);
