import { type SQL, sql } from 'drizzle-orm';
import { forgetRecipients } from '#lib/domain/deliveries/writes/arrivals.ts';
import { deleteDeliveries } from '#lib/domain/deliveries/writes/waiting-deliveries.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { paymentRefunds, paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';

/**
 * Erases the personal data of payments. Requires a transaction. Order, amount, dates and the
 * provider's codes stay, because tax law requires them.
 */
export async function erasePayments(tx: Tx, condition: SQL, now: number): Promise<void> {
  const paidByErasedCondition = sql`paid_by in (select id from payments where ${condition})`;
  // The order matters, because each update changes the rows that the next one selects.
  await blankRequests(tx, paidByErasedCondition, now);
  await blankPaymentsOf(tx, paidByErasedCondition);
  await blankNotes(tx, condition);
  const blank = { ...blankDetails, cardLast4: null };
  await forgetRecipients(tx, mailsCondition(condition));
  await tx.update(payments).set(blank).where(condition);
}

/**
 * Erases payment requests, and ends their links and queued mails. Requires a transaction. Payments
 * for them, even by other accounts, keep only order, amount, dates and codes for accounting; the
 * card digits of guests are erased.
 */
export async function erasePaymentRequests(tx: Tx, condition: SQL, now: number): Promise<void> {
  await blankPaymentsOf(tx, condition);
  await blankRequests(tx, condition, now);
}

const blankDetails = { description: null, metadata: null, receiptEmail: null };

async function blankPaymentsOf(tx: Tx, condition: SQL): Promise<void> {
  const paymentsCondition = sql`payment_request_id in (select id from payment_requests where ${condition})`;
  await blankNotes(tx, paymentsCondition);
  const cardLast4 = sql`case account_id when ${GUEST_ACCOUNT_ID} then null else card_last4 end`;
  const blank = { ...blankDetails, cardLast4 };
  await forgetRecipients(tx, mailsCondition(paymentsCondition));
  await tx.update(payments).set(blank).where(paymentsCondition);
}

const mailsCondition = (condition: SQL) =>
  sql`partition in (select 'payment:' || id || '/mail' from payments where ${condition})`;

async function blankRequests(tx: Tx, condition: SQL, now: number): Promise<void> {
  const partitions = sql`(select 'payment-request:' || id || '/mail' from payment_requests
    where ${condition})`;
  await deleteDeliveries(tx, sql`partition in ${partitions}`);
  const blank = { email: '', description: '', expiresAt: sql`min(expires_at, ${now})` };
  await tx.update(paymentRequests).set(blank).where(condition);
}

/** Removes the team's notes on refunds of these payments. */
async function blankNotes(tx: Tx, condition: SQL): Promise<void> {
  const notedCondition = sql`note is not null and payment_id in (select id from payments where ${condition})`;
  await tx.update(paymentRefunds).set({ note: null }).where(notedCondition);
}
