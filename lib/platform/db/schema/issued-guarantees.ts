import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { GuaranteeEventDetail } from '#lib/domain/issued-guarantees/schema.ts';

/**
 * Sort keys of lists and indexes. Amounts are grouped by currency, unreported states sort by end.
 * drizzle-kit cuts them at commas, so migration 0053 was corrected by hand.
 */
export const issuedOrders = {
  numero: sql`number`,
  vence: sql`valid_to`,
  monto: sql`(currency || printf('%024.4f', amount))`,
  estado: sql`(case when reported is null then '' else reported end || valid_to)`,
};

/** Each row is an issued guarantee. Its state follows from the dates, unless `reported` is set. */
export const issuedGuarantees = sqliteTable(
  'issued_guarantees',
  {
    /** Number shown to people. */
    number: integer('number').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    /** The request and the position in it (from 0) that it fulfils. Both are set or neither. */
    submissionId: integer('submission_id'),
    item: integer('item'),
    /** The address in lower case for mails, from the request or the recording person. */
    email: text('email').notNull(),
    /** The company whose row it is, or null for the person's own. */
    companyId: text('company_id'),
    /** The company's id, or else the address: `ctx.owner` of those who see the row. */
    owner: text('owner').generatedAlwaysAs(sql`coalesce(company_id, email)`, { mode: 'virtual' }),
    recordedBy: text('recorded_by', { enum: ['advisor', 'company'] }).notNull(),
    /** Account id of the person who recorded it. */
    actor: text('actor').notNull(),
    type: text('type').notNull(),
    instrument: text('instrument').notNull(),
    issuerName: text('issuer_name').notNull(),
    issuerRut: text('issuer_rut'),
    issuerNumber: text('issuer_number').notNull(),
    /** Holds issuer name and number, normalised to find duplicates. */
    issuerKey: text('issuer_key').notNull(),
    issuerVerifyUrl: text('issuer_verify_url'),
    holderName: text('holder_name').notNull(),
    holderRut: text('holder_rut').notNull(),
    beneficiaryName: text('beneficiary_name').notNull(),
    beneficiaryRut: text('beneficiary_rut').notNull(),
    /** The amount is decimal text in the unit `currency`. */
    amount: text('amount').notNull(),
    currency: text('currency').notNull(),
    validFrom: text('valid_from').notNull(),
    validTo: text('valid_to').notNull(),
    claimUntil: text('claim_until'),
    glosa: text('glosa'),
    tenderId: text('tender_id'),
    /** The note is visible only to the side that recorded it. */
    note: text('note'),
    /** The document is an upload of kind `garantia`. The hash is its SHA-256 in hex. */
    uploadId: text('upload_id'),
    sha256: text('sha256'),
    reported: text('reported', { enum: ['prorrogada', 'devuelta', 'cobrada', 'anulada'] }),
    /** Sum of all claims, in the unit of `amount`. */
    claimed: text('claimed'),
    /** Number of the record that replaced this one. */
    successor: integer('successor'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    // Advisors and companies have separate indexes, so a record of one never blocks the other.
    uniqueIndex('issued_by_issuer')
      .on(t.issuerKey)
      .where(sql`recorded_by = 'advisor' and (reported is null or reported <> 'anulada')`),
    uniqueIndex('issued_by_issuer_own')
      .on(t.owner, t.issuerKey)
      .where(sql`recorded_by = 'company' and (reported is null or reported <> 'anulada')`),
    uniqueIndex('issued_by_item')
      .on(t.submissionId, t.item)
      .where(sql`submission_id is not null and (reported is null or reported <> 'anulada')`),
    index('issued_by_owner').on(t.owner, t.number),
    index('issued_by_email').on(t.email),
    index('issued_by_end').on(t.validTo, t.number),
    index('issued_by_state').on(issuedOrders.estado, t.number),
    index('issued_by_amount').on(issuedOrders.monto, t.number),
    index('issued_by_issuer_number').on(t.issuerNumber),
    index('issued_by_holder').on(t.holderRut, t.number),
    index('issued_by_beneficiary').on(t.beneficiaryRut, t.number),
    index('issued_by_tender').on(t.tenderId, t.number).where(sql`tender_id is not null`),
    index('issued_by_successor').on(t.successor).where(sql`successor is not null`),
    index('issued_by_upload').on(t.uploadId).where(sql`upload_id is not null`),
  ],
);

export const guaranteeEvents = sqliteTable(
  'guarantee_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    guarantee: integer('guarantee')
      .notNull()
      .references(() => issuedGuarantees.number),
    kind: text('kind', {
      enum: [
        'registrada',
        'entregada',
        'ofrecida',
        'movida',
        'devuelta',
        'deshecha',
        'cobrada',
        'anulada',
        'prorrogada',
      ],
    }).notNull(),
    by: text('by', { enum: ['advisor', 'company'] }).notNull(),
    /** Account id of the person who reported it. */
    actor: text('actor').notNull(),
    /** Day of the event as `YYYY-MM-DD`, or null when unknown. */
    day: text('day'),
    /** The JSON has the shape `guaranteeEventDetail` of lib/domain/issued-guarantees/schema.ts. */
    detail: text('detail', { mode: 'json' }).$type<GuaranteeEventDetail>().notNull(),
    /** Idempotency-Key of the caller. */
    key: text('key'),
    at: integer('at').notNull(),
  },
  (t) => [
    index('guarantee_events_by_guarantee').on(t.guarantee, t.id),
    uniqueIndex('guarantee_events_by_key').on(t.guarantee, t.key).where(sql`key is not null`),
  ],
);

/** Codes to check a guarantee. They are printed on documents, so they never change. */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    /** A code has 20 characters of Crockford's base32, without hyphens. */
    code: text('code').primaryKey(),
    guarantee: integer('guarantee')
      .notNull()
      .references(() => issuedGuarantees.number),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    openings: integer('openings').notNull().default(0),
  },
  (t) => [
    uniqueIndex('verification_codes_open').on(t.guarantee).where(sql`ended_at is null`),
    index('verification_codes_by_guarantee').on(t.guarantee),
  ],
);
