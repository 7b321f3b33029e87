import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { GuaranteeEventDetail } from '#lib/domain/issued-guarantees/schema.ts';

/**
 * SQL sort keys of lists, which the indexes repeat. Amounts sort within their currency. Guarantees
 * without a reported state come first, by their end. drizzle-kit cuts these expressions at commas,
 * so migration 0053 was corrected by hand.
 */
export const issuedOrders = {
  numero: sql`number`,
  vence: sql`valid_to`,
  monto: sql`(currency || printf('%024.4f', amount))`,
  estado: sql`(case when reported is null then '' else reported end || valid_to)`,
};

/**
 * Returns an issuer's number in capitals and without spaces, dots, slashes and hyphens, as
 * `foldedIssuerNumber` does in SQL. SQLite's `upper` changes only ASCII letters, and so does this.
 */
export function foldNumber(text: string): string {
  return text.replace(/[ ./-]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

export const foldedIssuerNumber = sql`(upper(replace(replace(replace(replace(issuer_number, ' ', ''), '.', ''), '/', ''), '-', '')))`;

/** Issued guarantees. Their status follows from the dates, unless `reported` is set. */
export const issuedGuarantees = sqliteTable(
  'issued_guarantees',
  {
    /** The number that people see. */
    number: integer('number').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    /** The request that this guarantee fulfils. Null if and only if `item` is. */
    submissionId: integer('submission_id'),
    /** Position of the guarantee in the request, from 0. */
    item: integer('item'),
    /** Recipient of mails, in lower case: from the request, or of the person who recorded it. */
    email: text('email').notNull(),
    /** The company that owns the row, or null if a person does. */
    companyId: text('company_id'),
    /** The owner of the row: the company's id, or else the e-mail. Compared with `ctx.owner`. */
    owner: text('owner').generatedAlwaysAs(sql`coalesce(company_id, email)`, { mode: 'virtual' }),
    recordedBy: text('recorded_by', { enum: ['advisor', 'company'] }).notNull(),
    /** Account id of the person who recorded it. */
    actor: text('actor').notNull(),
    type: text('type').notNull(),
    instrument: text('instrument').notNull(),
    issuerName: text('issuer_name').notNull(),
    issuerRut: text('issuer_rut'),
    issuerNumber: text('issuer_number').notNull(),
    /** Issuer's name and number, normalised to find duplicates. */
    issuerKey: text('issuer_key').notNull(),
    issuerVerifyUrl: text('issuer_verify_url'),
    holderName: text('holder_name').notNull(),
    holderRut: text('holder_rut').notNull(),
    beneficiaryName: text('beneficiary_name').notNull(),
    beneficiaryRut: text('beneficiary_rut').notNull(),
    /** Decimal text in the unit `currency`. */
    amount: text('amount').notNull(),
    currency: text('currency').notNull(),
    validFrom: text('valid_from').notNull(),
    validTo: text('valid_to').notNull(),
    /** Last day to claim, if it is later than `validTo`. */
    claimUntil: text('claim_until'),
    /** The stated purpose (the wording of the guarantee). */
    glosa: text('glosa'),
    tenderId: text('tender_id'),
    /** Visible only to the side that recorded the guarantee. */
    note: text('note'),
    /** The guarantee's document, an upload of kind `garantia`. */
    uploadId: text('upload_id'),
    /** SHA-256 of the document in hex. */
    sha256: text('sha256'),
    /** The reported event that decides the status, or null. */
    reported: text('reported', { enum: ['prorrogada', 'devuelta', 'cobrada', 'anulada'] }),
    /** Sum of all claims, decimal text in `currency`. */
    claimed: text('claimed'),
    /** Number of the guarantee that replaced this one. */
    successor: integer('successor'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    // Advisors and companies have separate indexes, so that a record of one side never blocks the
    // other side.
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
    index('issued_by_issuer_number').on(foldedIssuerNumber),
    index('issued_by_submission').on(t.submissionId).where(sql`submission_id is not null`),
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
    guaranteeNumber: integer('guarantee')
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
    /** Day of the event, `YYYY-MM-DD`, or null when unknown. */
    day: text('day'),
    /** JSON of the shape `guaranteeEventDetailSchema` (lib/domain/issued-guarantees/schema.ts). */
    detail: text('detail', { mode: 'json' }).$type<GuaranteeEventDetail>().notNull(),
    /** Idempotency-Key of the request. */
    key: text('key'),
    at: integer('at').notNull(),
  },
  (t) => [
    index('guarantee_events_by_guarantee').on(t.guaranteeNumber, t.id),
    uniqueIndex('guarantee_events_by_key').on(t.guaranteeNumber, t.key).where(sql`key is not null`),
  ],
);

/**
 * Codes by which anyone can check a guarantee. They are printed on documents, so they never change.
 */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    /** 20 characters of Crockford's base32, without hyphens. */
    code: text('code').primaryKey(),
    guaranteeNumber: integer('guarantee')
      .notNull()
      .references(() => issuedGuarantees.number),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    openings: integer('openings').notNull().default(0),
  },
  (t) => [
    uniqueIndex('verification_codes_open').on(t.guaranteeNumber).where(sql`ended_at is null`),
    index('verification_codes_by_guarantee').on(t.guaranteeNumber),
  ],
);
