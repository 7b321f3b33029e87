import { type SQL, sql } from 'drizzle-orm';
import { GUEST } from '#lib/domain/payments/rules.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';

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
  const noDetails = { description: null, metadata: null, cardLast4: null, receiptEmail: null };
  await tx.update(payments).set(noDetails).where(condition);
}

/**
 * Erases payment requests, and ends their links and queued mails. Requires a transaction. Of
 * payments for them, also by other accounts, only order, amount, dates and codes stay for
 * accounting; the card digits of guests are erased.
 */
export async function erasePaymentRequests(tx: Tx, condition: SQL, now: number): Promise<void> {
  await blankPaymentsOf(tx, condition);
  await blankRequests(tx, condition, now);
}

async function blankPaymentsOf(tx: Tx, condition: SQL): Promise<void> {
  await blankNotes(
    tx,
    sql`payment_request_id in (select id from payment_requests where ${condition})`,
  );
  await tx.run(sql`update payments set description = null, metadata = null, receipt_email = null,
    card_last4 = case account_id when ${GUEST} then null else card_last4 end
    where payment_request_id in (select id from payment_requests where ${condition})`);
}

async function blankRequests(tx: Tx, condition: SQL, now: number): Promise<void> {
  await tx.run(sql`delete from deliveries where partition in (
    select 'payment-request:' || id || '/mail' from payment_requests where ${condition})`);
  await tx.run(sql`update payment_requests set email = '', description = '',
    expires_at = min(expires_at, ${now}) where ${condition}`);
}

/** Removes the team's notes on refunds of these payments. */
async function blankNotes(tx: Tx, condition: SQL): Promise<void> {
  await tx.run(sql`update payment_refunds set note = null
    where note is not null and payment_id in (select id from payments where ${condition})`);
}
