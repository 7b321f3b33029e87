import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import {
  findPaymentById,
  findPaymentByOrder,
  findPaymentByToken,
  type Payment,
} from '#lib/domain/payments/reads.ts';
import { readWayBack, type WayBack } from '#lib/domain/payments/rules.ts';
import { waitForOther } from '#lib/domain/payments/writes/lease.ts';
import { type Actor, movePayment } from '#lib/domain/payments/writes/move-payment.ts';
import { resolvePayment } from '#lib/domain/payments/writes/resolve-payment.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { log } from '#lib/platform/log.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';

/**
 * A person comes back from the provider, whose page sent `sent`. Commits once; records aborts,
 * time-outs and failures. Idempotent, also in parallel. Returns the buy order of the result page; null
 * when it names no payment of ours.
 */
export async function comeBack(
  ctx: GuestCtx,
  sent: Record<string, unknown>,
): Promise<string | null> {
  const way = readWayBack(sent);
  const payment = way && (await findPayment(way));
  if (!way || !payment) {
    log().warn(
      { requestId: ctx.requestId, kind: way?.kind },
      'a payment return names none of ours',
    );
    return null;
  }
  const by: Actor = { ...ctx, actor: 'system' };
  if (way.kind === 'finished') await finish(payment, by);
  else await leave(payment, way.kind, by);
  return payment.buyOrder;
}

/** Order and session, where they come along, have to be those of the token. */
async function findPayment(way: WayBack): Promise<Payment | null> {
  if (way.kind === 'finished') return findPaymentByToken(way.token);
  const { buyOrder, sessionId } = way.order;
  const payment =
    way.kind === 'timed-out'
      ? await findPaymentByOrder(way.order.buyOrder)
      : await findPaymentByToken(way.token);
  if (!payment) return null;
  const fits =
    (buyOrder === undefined || buyOrder === payment.buyOrder) &&
    (sessionId === undefined || sessionId === payment.sessionId);
  return fits ? payment : null;
}

async function finish(payment: Payment, by: Actor): Promise<void> {
  if (payment.state !== 'pending') return;
  const resolved = await resolvePayment(payment.id, { first: 'commit', ifOpen: null, by });
  if (resolved === 'busy') await waitForOther(payment.id);
}

type Leaving = Exclude<WayBack['kind'], 'finished'>;

/**
 * Without a commit nothing can have been charged. Where one was asked for, by an earlier way back of
 * the same person, the provider is asked how it ended before anything is said.
 */
async function leave({ id }: Payment, event: Leaving, by: Actor): Promise<void> {
  const left = await getDb().write(async (tx) => {
    const payment = await findPaymentById(id, tx);
    if (payment?.state !== 'pending') return true;
    if (payment.commitAskedAt !== null || (payment.leaseUntil ?? 0) > now()) return false;
    await movePayment(tx, id, event, { by });
    return true;
  });
  if (left) return wakeDeliveries();
  const resolved = await resolvePayment(id, { first: 'look', ifOpen: event, by });
  if (resolved === 'busy') await waitForOther(id);
}
