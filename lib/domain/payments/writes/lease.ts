import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { findPaymentById, type Payment } from '#lib/domain/payments/reads.ts';
import { LEASE_MS, LOOK_AGAIN_MS } from '#lib/domain/payments/rules.ts';
import { now, SKEW_MS } from '#lib/platform/clock.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { randomId } from '#lib/platform/ids.ts';
import { singleton } from '#lib/platform/singleton.ts';

const POLL_MS = 100;
/** A commit and the status after it, each within its 15 s. */
const MOST_POLLS = 320;

/**
 * Runs `work` while this process alone, of all instances, asks the provider about the payment. A
 * lease in the database that a killed process loses after 45 s. False: another one has it.
 */
export async function withLease(id: number, work: (owner: string) => Promise<void>) {
  const owner = randomId();
  if (held().has(id) || !(await getDb().write((tx) => takeLease(tx, id, owner)))) return false;
  held().add(id);
  try {
    await work(owner);
  } finally {
    held().delete(id);
    await getDb().write((tx) =>
      tx
        .update(payments)
        .set({ leaseOwner: null, leaseUntil: null })
        .where(and(eq(payments.id, id), eq(payments.leaseOwner, owner))),
    );
  }
  return true;
}

/** Of this process, whatever its clock does meanwhile. */
const held = () => singleton('payment-leases', () => new Set<number>());

/**
 * Waits for the end of the other lease. Returns the payment as it is then, or after half a minute.
 */
export async function waitForOther(id: number): Promise<Payment | null> {
  for (let polls = 0; polls < MOST_POLLS; polls++) {
    const payment = await findPaymentById(id);
    if (!payment || payment.leaseUntil === null || payment.leaseUntil <= now()) return payment;
    await sleep(POLL_MS);
  }
  return findPaymentById(id);
}

/**
 * Announces a commit before it is asked for: from here on "not charged" needs the provider's word.
 * False: another payment holds the request, or is charged for it. The database refuses a commit by
 * any other than the holder (`payment_commits_held`).
 */
export async function announceCommit(payment: Payment): Promise<boolean> {
  return getDb().write(async (tx) => {
    if (
      payment.paymentRequestId &&
      !(await holdRequest(tx, payment.paymentRequestId, payment.id))
    ) {
      return false;
    }
    const at = now();
    await tx
      .update(payments)
      .set({
        commitAskedAt: sql`coalesce(${payments.commitAskedAt}, ${at})`,
        nextCheckAt: at + LOOK_AGAIN_MS,
      })
      .where(eq(payments.id, payment.id));
    return true;
  });
}

async function holdRequest(tx: Tx, requestId: string, id: number): Promise<boolean> {
  const charged = tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.paymentRequestId, requestId),
        ne(payments.id, id),
        inArray(payments.state, ['authorized', 'refunded']),
      ),
    );
  const held = await tx
    .update(paymentRequests)
    .set({ paidBy: id })
    .where(
      and(
        eq(paymentRequests.id, requestId),
        or(isNull(paymentRequests.paidBy), eq(paymentRequests.paidBy, id)),
        notExists(charged),
      ),
    )
    .returning({ id: paymentRequests.id });
  return held.length > 0;
}

async function takeLease(tx: Tx, id: number, owner: string): Promise<boolean> {
  const at = now();
  const isOver = or(lte(payments.leaseUntil, at), gt(payments.leaseUntil, at + LEASE_MS + SKEW_MS));
  const taken = await tx
    .update(payments)
    .set({ leaseOwner: owner, leaseUntil: at + LEASE_MS })
    .where(and(eq(payments.id, id), or(isNull(payments.leaseUntil), isOver)))
    .returning({ id: payments.id });
  return taken.length > 0;
}
