import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Card payments. `lib/domain/payments/transitions.ts` defines the transitions of `state`. */
export const payments = sqliteTable(
  'payments',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    buyOrder: text('buy_order').notNull().unique(),
    /** Random id, which Webpay sends back if its form timed out. */
    sessionId: text('session_id').notNull(),
    /** Empty for guests. Without a foreign key: tax law requires payments to outlive accounts. */
    accountId: text('account_id').notNull(),
    /** The member who paid for a company, or null. */
    personId: text('person_id'),
    /** Further recipient of the receipt, in lower case. A guest types it. */
    receiptEmail: text('receipt_email'),
    paymentRequestId: text('payment_request_id'),
    /** The lead to which the payment belongs if it has no payment request. See `leadBasis`. */
    leadId: integer('lead_id'),
    /**
     * How `leadId` was found. `guess`: it is the lead that the payment names, or the payer's newest
     * lead. `team`: the team chose it, or chose that there is none.
     */
    leadBasis: text('lead_basis', { enum: ['guess', 'team'] }),
    /** Whole Chilean pesos. */
    amount: integer('amount').notNull(),
    description: text('description'),
    /** JSON that a program sent for its own use. */
    metadata: text('metadata'),
    state: text('state', {
      enum: ['created', 'pending', 'authorized', 'failed', 'aborted', 'expired', 'refunded'],
    }).notNull(),
    /** Why the payment failed or ended without a charge. */
    reason: text('reason', {
      enum: ['provider', 'rejected', 'mismatch', 'form', 'already-paid', 'undone', 'left'],
    }),
    /**
     * Transbank's token. Stored in plain text: refunds need it, and it is useless without our API
     * key.
     */
    token: text('token').unique(),
    payUrl: text('pay_url'),
    /** Transbank's code, or the bank's number of the operation for a transfer. */
    authorizationCode: text('authorization_code'),
    cardLast4: text('card_last4'),
    paymentTypeCode: text('payment_type_code'),
    responseCode: integer('response_code'),
    installments: integer('installments'),
    /** Transbank's accounting date as it was sent. */
    accountingDate: text('accounting_date'),
    transactionAt: integer('transaction_at'),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /** Time of the first request to commit, after which the card may have been charged. */
    commitRequestedAt: integer('commit_requested_at'),
    /** Time at which the sweeper queries the provider, or null when the result is known. */
    nextCheckAt: integer('next_check_at'),
    /** Number of these queries so far. The wait until the next one grows with it. */
    checks: integer('checks').notNull().default(0),
    /** Time of the last comparison of the settled payment with Webpay. */
    comparedAt: integer('compared_at'),
    /**
     * How Webpay's record differs. `charged`: only one of Webpay and our database says that the
     * payment was charged. Otherwise Webpay has another `amount` or order, another refunded sum, or
     * does not know the payment.
     */
    difference: text('difference', {
      enum: ['charged', 'not-charged', 'amount', 'refund', 'unknown'],
    }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Time at which `state` left `pending`. */
    settledAt: integer('settled_at'),
  },
  (t) => [
    index('payments_by_account').on(t.accountId, t.id),
    index('payments_by_request').on(t.paymentRequestId),
    index('payments_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    index('payments_compared').on(t.createdAt, t.comparedAt),
    // Finds payments with data that accounting does not need, which is erased later.
    index('payments_told')
      .on(t.createdAt)
      .where(sql`description is not null or metadata is not null or card_last4 is not null`),
    index('payments_by_receipt_email').on(t.receiptEmail).where(sql`receipt_email is not null`),
    index('payments_by_time').on(t.createdAt),
    index('payments_by_amount').on(t.amount),
    index('payments_by_lead').on(t.leadId).where(sql`lead_id is not null`),
    index('payments_different').on(t.id).where(sql`difference is not null`),
  ],
);

export const refundReasons = ['withdrawn', 'not-issued', 'twice', 'amount', 'other'] as const;

/**
 * Refunds. `proposed` waits for a second admin, `asked` for Webpay's answer, and `unclear` for an
 * admin who finds out what Webpay did.
 */
export const paymentRefunds = sqliteTable(
  'payment_refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Idempotency key of the form, so that a double click makes one refund. */
    key: text('key').notNull(),
    amount: integer('amount').notNull(),
    state: text('state', {
      enum: ['proposed', 'withdrawn', 'asked', 'unclear', 'done', 'refused'],
    }).notNull(),
    /** Webpay's answer: REVERSED or NULLIFIED. */
    kind: text('kind'),
    authorizationCode: text('authorization_code'),
    /** Null for refunds by the API, and for refunds from before forms had the field. */
    reason: text('reason', { enum: refundReasons }),
    /** The team's own words. They are erased together with the payment's details. */
    note: text('note'),
    /** Account id of the admin who requested the refund. */
    actor: text('actor').notNull(),
    /** Account id of the second admin, or null if none was needed. */
    approvedBy: text('approved_by'),
    requestedAt: integer('requested_at').notNull(),
    settledAt: integer('settled_at'),
  },
  (t) => [
    uniqueIndex('payment_refunds_by_key').on(t.paymentId, t.key),
    index('payment_refunds_unclear').on(t.id).where(sql`state = 'unclear'`),
    index('payment_refunds_done')
      .on(sql`(coalesce(settled_at, requested_at))`)
      .where(sql`state = 'done'`),
  ],
);

/** Payments requested by an admin. The token of the link to pay is a signature over the id. */
export const paymentRequests = sqliteTable(
  'payment_requests',
  {
    id: text('id').primaryKey(),
    amount: integer('amount').notNull(),
    description: text('description').notNull(),
    /** E-mail of the payer, in lower case. */
    email: text('email').notNull(),
    /** The company that owns the row, or null if a person does. */
    companyId: text('company_id'),
    /** The owner of the row: the company's id, or else the e-mail. Compared with `ctx.owner`. */
    owner: text('owner').generatedAlwaysAs(sql`coalesce(company_id, email)`, { mode: 'virtual' }),
    leadId: integer('lead_id'),
    /** Account id of the admin. */
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /**
     * Id of the payment that reserves or paid the request, so that it is paid once. The verbs that
     * move a payment set it.
     */
    reservedBy: integer('paid_by').references(() => payments.id),
  },
  (t) => [
    index('payment_requests_by_created').on(t.createdAt),
    // Lists show unpaid requests. A paid one appears as its payment.
    index('payment_requests_open').on(t.createdAt).where(sql`paid_by is null`),
    index('payment_requests_open_amount').on(t.amount).where(sql`paid_by is null`),
    index('payment_requests_by_lead').on(t.leadId),
    index('payment_requests_by_email').on(t.email),
    index('payment_requests_by_owner').on(t.owner, t.expiresAt),
  ],
);
