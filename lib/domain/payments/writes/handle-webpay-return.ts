import { setTimeout as sleep } from 'node:timers/promises';
import {
  findPaymentById,
  findPaymentByOrder,
  findPaymentByToken,
  type Payment,
} from '#lib/domain/payments/reads/payments.ts';
import { leaseOf, parseWebpayReturn, type WebpayReturn } from '#lib/domain/payments/rules.ts';
import { resolvePayment } from '#lib/domain/payments/writes/resolve-payment.ts';
import {
  type PaymentOrigin,
  transitionPayment,
} from '#lib/domain/payments/writes/transition-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';
import { readLease } from '#lib/platform/process/leases.ts';
import { log } from '#lib/platform/process/log.ts';

const POLL_MS = 100;
/** Polling lasts 32 s, enough for a commit and a status query of 15 s each. */
const MAX_POLLS = 320;

/**
 * Handles the payer's return from Webpay. Commits the payment only once, even if the browser
 * returns twice at the same time. Returns the payment as it was before, or null if no payment fits
 * the fields of Webpay.
 */
export async function handleWebpayReturn(
  ctx: GuestCtx,
  fields: Record<string, unknown>,
): Promise<Payment | null> {
  const webpayReturn = parseWebpayReturn(fields);
  const payment = webpayReturn && (await findPayment(webpayReturn));
  if (!webpayReturn || !payment) {
    log().warn(
      { requestId: ctx.requestId, kind: webpayReturn?.kind },
      'a payment return names none of ours',
    );
    return null;
  }
  const actor: PaymentOrigin = { ...ctx, actor: 'system' };
  if (webpayReturn.kind !== 'finished')
    await settleWithoutCommit(payment, webpayReturn.kind, actor);
  else if (payment.state === 'pending') {
    await resolveOrWait(payment.id, { first: 'commit', ifOpen: null, actor });
  }
  return payment;
}

/**
 * Finds the payment that the fields name. If order and session are sent, they have to match the
 * payment of the token.
 */
async function findPayment(webpayReturn: WebpayReturn): Promise<Payment | null> {
  if (webpayReturn.kind === 'finished') return findPaymentByToken(webpayReturn.token);
  const { buyOrder, sessionId } = webpayReturn.order;
  const payment =
    webpayReturn.kind === 'timed-out'
      ? await findPaymentByOrder(webpayReturn.order.buyOrder)
      : await findPaymentByToken(webpayReturn.token);
  if (!payment) return null;
  const isMatch =
    (buyOrder === undefined || buyOrder === payment.buyOrder) &&
    (sessionId === undefined || sessionId === payment.sessionId);
  return isMatch ? payment : null;
}

type UnfinishedReturn = Exclude<WebpayReturn['kind'], 'finished'>;

/**
 * Settles a payment whose payer came back without paying. Without a commit nothing is charged, so
 * Webpay is asked only if a commit was requested.
 */
async function settleWithoutCommit(
  { id }: Payment,
  event: UnfinishedReturn,
  actor: PaymentOrigin,
): Promise<void> {
  const isSettled = await getDb().write(async (tx) => {
    const payment = await findPaymentById(id, tx);
    if (payment?.state !== 'pending') return true;
    if (payment.commitRequestedAt !== null || (await readLease(leaseOf(id), tx))) return false;
    await transitionPayment(tx, id, event, { actor });
    return true;
  });
  if (!isSettled) await resolveOrWait(id, { first: 'status-query', ifOpen: event, actor });
}

/**
 * Resolves a payment. If another process holds its lease, waits for the end of that process, at
 * most half a minute.
 */
async function resolveOrWait(id: number, options: Parameters<typeof resolvePayment>[1]) {
  if ((await resolvePayment(id, options)) !== 'busy') return;
  for (let polls = 0; polls < MAX_POLLS && (await readLease(leaseOf(id))); polls++) {
    await sleep(POLL_MS);
  }
}
