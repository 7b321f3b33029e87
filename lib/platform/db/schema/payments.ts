import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Card payments. `lib/domain/payments/machine.ts` defines the transitions between states. */
export const payments = sqliteTable(
  'payments',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    buyOrder: text('buy_order').notNull().unique(),
    sessionId: text('session_id').notNull(),
    /** Empty for guests. No foreign key: tax law requires payments to outlive accounts. */
    accountId: text('account_id').notNull(),
    /** The member who pays for a company. */
    personId: text('person_id'),
    /** Additional address for a guest's receipt, in lower case. */
    receiptEmail: text('receipt_email'),
    paymentRequestId: text('payment_request_id'),
    /** The lead of a payment whose payment request names none, by `leadBasis`. */
    leadId: integer('lead_id'),
    /** A lead that the payment names, or the payer's newest, is a `guess` until the team chooses one, or none. */
    leadBasis: text('lead_basis', { enum: ['guess', 'team'] }),
    /** The amount is in whole Chilean pesos. */
    amount: integer('amount').notNull(),
    description: text('description'),
    metadata: text('metadata'),
    state: text('state', {
      enum: ['created', 'pending', 'authorized', 'failed', 'aborted', 'expired', 'refunded'],
    }).notNull(),
    reason: text('reason', {
      enum: ['provider', 'rejected', 'mismatch', 'form', 'already-paid', 'undone', 'left'],
    }),
    /** Stored in plain text: refunds need it, and it is useless without our keys. */
    token: text('token').unique(),
    payUrl: text('pay_url'),
    authorizationCode: text('authorization_code'),
    cardLast4: text('card_last4'),
    paymentTypeCode: text('payment_type_code'),
    responseCode: integer('response_code'),
    installments: integer('installments'),
    /** Transbank's date as it was sent, and the time of the transaction in ms. */
    accountingDate: text('accounting_date'),
    transactionAt: integer('transaction_at'),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /** Time of the first commit request, after which the card may have been charged. */
    commitRequestedAt: integer('commit_requested_at'),
    /** Time at which the sweeper queries the provider. Null: the result is known. */
    nextCheckAt: integer('next_check_at'),
    checks: integer('checks').notNull().default(0),
    comparedAt: integer('compared_at'),
    difference: text('difference', {
      enum: ['charged', 'not-charged', 'amount', 'refund', 'unknown'],
    }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Time at which the payment left `pending`. */
    settledAt: integer('settled_at'),
  },
  (t) => [
    index('payments_by_account').on(t.accountId, t.id),
    index('payments_by_request').on(t.paymentRequestId),
    index('payments_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    index('payments_compared').on(t.createdAt, t.comparedAt),
    // Finds payments whose data is still to be erased, because accounting does not need it.
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
 * Refunds are `proposed` until a second admin decides, `asked` until Webpay's answer is known, and
 * `unclear` when an admin has to check them.
 */
export const paymentRefunds = sqliteTable(
  'payment_refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Identifies the form, so that a double click makes one refund. */
    key: text('key').notNull(),
    amount: integer('amount').notNull(),
    state: text('state', {
      enum: ['proposed', 'withdrawn', 'asked', 'unclear', 'done', 'refused'],
    }).notNull(),
    /** The provider's answer is REVERSED or NULLIFIED. */
    kind: text('kind'),
    authorizationCode: text('authorization_code'),
    /** Refunds by the API, and those from before the question, have none. */
    reason: text('reason', { enum: refundReasons }),
    /** The team's own words are erased with the details of the payment. */
    note: text('note'),
    /** Account id of the admin who requested the refund. */
    actor: text('actor').notNull(),
    /** Account id of the second admin, when one was needed. */
    approvedBy: text('approved_by'),
    requestedAt: integer('requested_at').notNull(),
    settledAt: integer('settled_at'),
  },
  (t) => [
    uniqueIndex('payment_refunds_by_key').on(t.paymentId, t.key),
    index('payment_refunds_unclear').on(t.id).where(sql`state = 'unclear'`),
  ],
);

/** Payments requested by an admin. The link to pay is a signature over the id. */
export const paymentRequests = sqliteTable(
  'payment_requests',
  {
    id: text('id').primaryKey(),
    amount: integer('amount').notNull(),
    description: text('description').notNull(),
    /** The payer's address is in lower case. */
    email: text('email').notNull(),
    /** The company whose row it is, or null for the person's own. */
    companyId: text('company_id'),
    /** The company's id, or else the address: `ctx.owner` of those who see the row. */
    owner: text('owner').generatedAlwaysAs(sql`coalesce(company_id, email)`, { mode: 'virtual' }),
    leadId: integer('lead_id'),
    /** Account id of the admin. */
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Payment that reserves or paid the request, so that it is paid once. Set by two triggers. */
    paidBy: integer('paid_by').references(() => payments.id),
  },
  (t) => [
    index('payment_requests_by_created').on(t.createdAt),
    // The list of payments shows unpaid requests. A paid one appears as its payment.
    index('payment_requests_open').on(t.createdAt).where(sql`paid_by is null`),
    index('payment_requests_open_amount').on(t.amount).where(sql`paid_by is null`),
    index('payment_requests_by_lead').on(t.leadId),
    index('payment_requests_by_email').on(t.email),
    index('payment_requests_by_owner').on(t.owner, t.expiresAt),
  ],
);
