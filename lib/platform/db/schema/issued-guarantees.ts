import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Lists sort by these, as the indexes do: each currency apart, calendar states by their end.
 * drizzle-kit cuts them at commas, so 0053 was corrected by hand.
 */
export const issuedOrders = {
  numero: sql`number`,
  vence: sql`valid_to`,
  monto: sql`(currency || printf('%024.4f', amount))`,
  estado: sql`(case when reported is null then '' else reported end || valid_to)`,
};

/** An issued guarantee. Calendar states are computed when read, and `reported` overrides them. */
export const issuedGuarantees = sqliteTable(
  'issued_guarantees',
  {
    /** People read this number of ours. */
    number: integer('number').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    /** It answers this request and position in it (from 0). Both are set or none. */
    submissionId: integer('submission_id'),
    item: integer('item'),
    /** The owner's address in lower case, from the request or the recording account. */
    email: text('email').notNull(),
    recordedBy: text('recorded_by', { enum: ['advisor', 'company'] }).notNull(),
    /** This is the account id of its recorder. */
    actor: text('actor').notNull(),
    type: text('type').notNull(),
    instrument: text('instrument').notNull(),
    issuerName: text('issuer_name').notNull(),
    issuerRut: text('issuer_rut'),
    issuerNumber: text('issuer_number').notNull(),
    /** Issuer name and number are stored here in the form in which they are compared. */
    issuerKey: text('issuer_key').notNull(),
    issuerVerifyUrl: text('issuer_verify_url'),
    holderName: text('holder_name').notNull(),
    holderRut: text('holder_rut').notNull(),
    beneficiaryName: text('beneficiary_name').notNull(),
    beneficiaryRut: text('beneficiary_rut').notNull(),
    /** The amount is decimal text in the unit `currency`. */
    amount: text('amount').notNull(),
    currency: text('currency').notNull(),
    /** Both days are `YYYY-MM-DD`. */
    validFrom: text('valid_from').notNull(),
    validTo: text('valid_to').notNull(),
    claimUntil: text('claim_until'),
    glosa: text('glosa'),
    tenderId: text('tender_id'),
    /** The note is read by no other side than the one that recorded it. */
    note: text('note'),
    /** The document is an upload of kind `garantia`. The hash is its SHA-256 in hex. */
    uploadId: text('upload_id'),
    sha256: text('sha256'),
    reported: text('reported', { enum: ['prorrogada', 'devuelta', 'cobrada', 'anulada'] }),
    /** This is the sum of all claims, in the unit of `amount`. */
    claimed: text('claimed'),
    /** The record with this `number` replaced it. */
    successor: integer('successor'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    // Each side is unique apart, so that whoever records first blocks nobody else.
    uniqueIndex('issued_by_issuer')
      .on(t.issuerKey)
      .where(sql`recorded_by = 'advisor' and (reported is null or reported <> 'anulada')`),
    uniqueIndex('issued_by_issuer_own')
      .on(t.email, t.issuerKey)
      .where(sql`recorded_by = 'company' and (reported is null or reported <> 'anulada')`),
    uniqueIndex('issued_by_item')
      .on(t.submissionId, t.item)
      .where(sql`submission_id is not null and (reported is null or reported <> 'anulada')`),
    index('issued_by_email').on(t.email, t.number),
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
        'devuelta',
        'deshecha',
        'cobrada',
        'anulada',
        'prorrogada',
      ],
    }).notNull(),
    by: text('by', { enum: ['advisor', 'company'] }).notNull(),
    /** This is the account id. */
    actor: text('actor').notNull(),
    /** It happened on this day, `YYYY-MM-DD`, when that is known. */
    day: text('day'),
    /** The JSON has the shape `guaranteeEventDetail` of lib/domain/issued-guarantees/schema.ts. */
    detail: text('detail').notNull(),
    /** This is the caller's Idempotency-Key. */
    key: text('key'),
    at: integer('at').notNull(),
  },
  (t) => [
    index('guarantee_events_by_guarantee').on(t.guarantee, t.id),
    uniqueIndex('guarantee_events_by_key').on(t.guarantee, t.key).where(sql`key is not null`),
  ],
);

/** A buyer types it to check a guarantee. Documents bear it, so it is kept as it is. */
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
