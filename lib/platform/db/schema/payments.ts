import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A card payment. What may follow on each state: `lib/domain/payments/machine.ts`. */
export const payments = sqliteTable(
  'payments',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    buyOrder: text('buy_order').notNull().unique(),
    sessionId: text('session_id').notNull(),
    /** No reference: a payment outlives the account, as the tax law asks. Empty: paid as a guest. */
    accountId: text('account_id').notNull(),
    /** Where a guest wants the receipt beside the address that was asked, lower case. */
    receiptEmail: text('receipt_email'),
    paymentRequestId: text('payment_request_id'),
    /** Whole Chilean pesos. */
    amount: integer('amount').notNull(),
    description: text('description'),
    metadata: text('metadata'),
    state: text('state', {
      enum: ['created', 'pending', 'authorized', 'failed', 'aborted', 'expired', 'refunded'],
    }).notNull(),
    reason: text('reason', {
      enum: ['provider', 'rejected', 'mismatch', 'form', 'already-paid', 'undone', 'left'],
    }),
    /** The provider's, as it is: without our keys it opens nothing, and refunds need it for years. */
    token: text('token').unique(),
    payUrl: text('pay_url'),
    authorizationCode: text('authorization_code'),
    cardLast4: text('card_last4'),
    paymentTypeCode: text('payment_type_code'),
    responseCode: integer('response_code'),
    installments: integer('installments'),
    /** The provider's clock, as it wrote it and as ms. */
    accountingDate: text('accounting_date'),
    transactionAt: integer('transaction_at'),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /** First time that a commit was asked for: from then on the money may have been taken. */
    commitAskedAt: integer('commit_asked_at'),
    /** When the sweeper asks the provider; null when nothing is open. */
    nextCheckAt: integer('next_check_at'),
    checks: integer('checks').notNull().default(0),
    comparedAt: integer('compared_at'),
    difference: text('difference', {
      enum: ['charged', 'not-charged', 'amount', 'refund', 'unknown'],
    }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** When it left `pending`. */
    settledAt: integer('settled_at'),
  },
  (t) => [
    index('payments_by_account').on(t.accountId, t.id),
    index('payments_by_request').on(t.paymentRequestId),
    index('payments_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    index('payments_compared').on(t.createdAt, t.comparedAt),
    // What says more than the books need, until its time is over.
    index('payments_told')
      .on(t.createdAt)
      .where(sql`description is not null or metadata is not null or card_last4 is not null`),
    index('payments_by_receipt_email').on(t.receiptEmail).where(sql`receipt_email is not null`),
    index('payments_by_time').on(t.createdAt),
    index('payments_by_amount').on(t.amount),
    index('payments_different').on(t.id).where(sql`difference is not null`),
  ],
);

/** `proposed` until a second admin decides; `asked` until the provider's answer is known, `unclear` when an admin has to look. */
export const paymentRefunds = sqliteTable(
  'payment_refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** What a repeated click repeats. */
    key: text('key').notNull(),
    amount: integer('amount').notNull(),
    state: text('state', {
      enum: ['proposed', 'withdrawn', 'asked', 'unclear', 'done', 'refused'],
    }).notNull(),
    /** The provider's word: REVERSED or NULLIFIED. */
    kind: text('kind'),
    authorizationCode: text('authorization_code'),
    /** Account id of the admin. */
    actor: text('actor').notNull(),
    /** Of the second one, where there had to be one. */
    approvedBy: text('approved_by'),
    askedAt: integer('asked_at').notNull(),
    settledAt: integer('settled_at'),
  },
  (t) => [
    uniqueIndex('payment_refunds_by_key').on(t.paymentId, t.key),
    index('payment_refunds_unclear').on(t.id).where(sql`state = 'unclear'`),
  ],
);

/** A payment that an admin asks for; its link is a signature over the id. */
export const paymentRequests = sqliteTable(
  'payment_requests',
  {
    id: text('id').primaryKey(),
    amount: integer('amount').notNull(),
    description: text('description').notNull(),
    /** The payer's, lower case. */
    email: text('email').notNull(),
    leadId: integer('lead_id'),
    /** Account id of the admin. */
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The payment that holds the request, so that it is not paid twice; two triggers keep it. */
    paidBy: integer('paid_by').references(() => payments.id),
  },
  (t) => [
    index('payment_requests_by_created').on(t.createdAt),
    // Those in the list of payments: a paid one is there as its payment.
    index('payment_requests_open').on(t.createdAt).where(sql`paid_by is null`),
    index('payment_requests_open_amount').on(t.amount).where(sql`paid_by is null`),
    index('payment_requests_by_lead').on(t.leadId),
    index('payment_requests_by_email').on(t.email, t.expiresAt),
  ],
);
