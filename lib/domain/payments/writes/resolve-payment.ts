import { and, eq, exists, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import {
  findPaymentById,
  type Payment,
  paidOrMischargedCondition,
} from '#lib/domain/payments/reads/payments.ts';
import {
  eventOfAnswer,
  leaseOf,
  RECHECK_MS,
  RECOMMIT_MS,
  WEBPAY_STATUS_DAYS,
  waitAfterCheck,
} from '#lib/domain/payments/rules.ts';
import type { PaymentEvent } from '#lib/domain/payments/transitions.ts';
import {
  type Facts,
  type PaymentOrigin,
  transitionPayment,
} from '#lib/domain/payments/writes/transition-payment.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { withLease } from '#lib/platform/process/leases.ts';
import { log } from '#lib/platform/process/log.ts';
import { getWebpay } from '#lib/platform/webpay/client.ts';
import {
  findWebpayFailure,
  type WebpayFailure,
  type WebpayTransaction,
} from '#lib/platform/webpay/webpay.ts';

type ResolveOptions = {
  /** `commit` if the person came back after paying. `status-query` changes nothing at Webpay. */
  first: 'commit' | 'status-query';
  /** The event to apply if the provider has charged nothing and never will. */
  ifOpen: PaymentEvent | null;
  actor: PaymentOrigin;
  /** Time limit of a status query in ms, by default the provider's usual one. */
  withinMs?: number;
};

/** Webpay's answer, an event that needs no answer, or why Webpay gave none. */
type Outcome = { answer: WebpayTransaction } | { event: PaymentEvent } | { failure: WebpayFailure };

/**
 * Asks Webpay about a payment and settles it. Returns the failure if Webpay gave no usable answer,
 * `busy` if another process is settling the payment, and otherwise null.
 */
export async function resolvePayment(
  id: number,
  options: ResolveOptions,
): Promise<WebpayFailure | 'busy' | null> {
  const leaseResult = await withLease(leaseOf(id), async () => {
    const payment = await findPaymentById(id);
    if (payment?.state !== 'pending' || payment.token === null) return null;
    const outcome = await queryWebpay(payment, payment.token, options);
    await recordOutcome(payment, outcome, options);
    return 'failure' in outcome ? outcome.failure : null;
  });
  return leaseResult ? leaseResult.value : 'busy';
}

async function queryWebpay(
  payment: Payment,
  token: string,
  options: ResolveOptions,
): Promise<Outcome> {
  if (options.first === 'commit') return commitPayment(payment, token);
  const outcome = await queryStatus(token, options.withinMs);
  const isStillOpen = 'answer' in outcome && outcome.answer.status === 'INITIALIZED';
  return isStillOpen && mayRecommit(payment) ? commitPayment(payment, token) : outcome;
}

/** Returns whether to commit again. The person has paid, and only Webpay or this process failed. */
function mayRecommit({ commitRequestedAt }: Payment): boolean {
  return commitRequestedAt !== null && now() - commitRequestedAt < RECOMMIT_MS;
}

/**
 * Commits a payment at Webpay. After most failures, asks for its status, because the commit may
 * have succeeded. After a timeout Webpay may still be working, so the sweeper checks later. A
 * refusal is final.
 */
async function commitPayment(payment: Payment, token: string): Promise<Outcome> {
  if (!(await recordCommit(payment))) {
    return payment.commitRequestedAt === null ? { event: 'superseded' } : queryStatus(token);
  }
  try {
    return { answer: await getWebpay().commit(token) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'timeout' || failure === 'unauthorized') return { failure };
    const outcome = await queryStatus(token);
    const isStillOpen = 'answer' in outcome && outcome.answer.status === 'INITIALIZED';
    return isStillOpen && failure !== 'refused' ? { failure } : outcome;
  }
}

/**
 * Records that a commit is about to be sent: from then on, only Webpay knows whether it charged.
 * Returns false if the payment has ended or another payment has reserved its request. Then nothing
 * may be sent.
 */
export async function recordCommit({ id, paymentRequestId }: Payment): Promise<boolean> {
  return getDb().write(async (tx) => {
    if (paymentRequestId && !(await reservePaymentRequest(tx, paymentRequestId, id))) return false;
    const at = now();
    const updatedPayments = await tx
      .update(payments)
      .set({
        commitRequestedAt: sql`coalesce(${payments.commitRequestedAt}, ${at})`,
        nextCheckAt: at + RECHECK_MS,
      })
      .where(and(eq(payments.id, id), eq(payments.state, 'pending')))
      .returning({ id: payments.id });
    return updatedPayments.length > 0;
  });
}

/** Reserves the request for this payment. Returns false if another one has reserved or paid it. */
async function reservePaymentRequest(tx: Tx, requestId: string, id: number): Promise<boolean> {
  const paymentsOfRequest = (condition: SQL | undefined) =>
    tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.paymentRequestId, requestId), condition));
  const updated = await tx
    .update(paymentRequests)
    .set({ reservedBy: id })
    .where(
      and(
        eq(paymentRequests.id, requestId),
        or(isNull(paymentRequests.reservedBy), eq(paymentRequests.reservedBy, id)),
        exists(paymentsOfRequest(and(eq(payments.id, id), eq(payments.state, 'pending')))),
        notExists(paymentsOfRequest(and(ne(payments.id, id), paidOrMischargedCondition))),
      ),
    )
    .returning({ id: paymentRequests.id });
  return updated.length > 0;
}

async function queryStatus(token: string, withinMs?: number): Promise<Outcome> {
  try {
    return { answer: await getWebpay().status(token, withinMs) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function failureOf(error: unknown): WebpayFailure {
  const failure = findWebpayFailure(error);
  if (!failure) throw error;
  return failure;
}

async function recordOutcome(
  payment: Payment,
  outcome: Outcome,
  { ifOpen, actor }: ResolveOptions,
): Promise<void> {
  const { id, buyOrder } = payment;
  const event = eventOf(payment, outcome, ifOpen);
  if ('failure' in outcome) {
    const level = outcome.failure === 'unauthorized' ? 'error' : 'warn';
    log()[level]({ buyOrder, failure: outcome.failure }, 'webpay did not answer');
  }
  const at = now();
  await getDb().write(async (tx) => {
    if (event) {
      const facts = 'answer' in outcome ? webpayFacts(outcome.answer) : {};
      await transitionPayment(tx, id, event, { actor: { ...actor, now: at }, facts });
      return;
    }
    const waitMs = payment.checks === 0 ? RECHECK_MS : waitAfterCheck(payment.checks);
    await tx
      .update(payments)
      .set({ nextCheckAt: at + waitMs, checks: payment.checks + 1 })
      .where(eq(payments.id, id));
  });
}

function eventOf(payment: Payment, outcome: Outcome, ifOpen: PaymentEvent | null) {
  if ('event' in outcome) return outcome.event;
  if ('failure' in outcome)
    return isForgotten(outcome.failure) ? finalEvent(payment, ifOpen) : null;
  const finding = eventOfAnswer(payment, outcome.answer);
  if (finding) return finding;
  return outcome.answer.status === 'INITIALIZED' ? ifOpen : null;
}

/**
 * Returns whether Webpay does not know the token, or no longer does. It then answers 404 or 422.
 */
function isForgotten(failure: WebpayFailure): boolean {
  return failure === 'not-found' || failure === 'refused';
}

/**
 * Returns the event that ends a payment which Webpay does not know. A payment that we committed
 * ends only after the 7 days for which Webpay reports; before that, this returns null.
 */
function finalEvent({ commitRequestedAt, createdAt }: Payment, ifOpen: PaymentEvent | null) {
  if (ifOpen === null || commitRequestedAt === null) return ifOpen;
  return now() - createdAt < WEBPAY_STATUS_DAYS * DAY ? null : 'forgotten';
}

/** Returns the parts of Webpay's answer that are stored only for people to read. */
export function webpayFacts({
  status,
  amount,
  buyOrder,
  balance,
  ...facts
}: WebpayTransaction): Facts {
  return facts;
}
