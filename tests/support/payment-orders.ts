import { eq } from 'drizzle-orm';
import { findLinkedPaymentRequest, readShownReason } from '#lib/domain/payments/reads/payments.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { isOpen } from '#lib/domain/payments/transitions.ts';
import { payerPaths } from '#lib/domain/payments/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { now } from '#lib/platform/process/clock.ts';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import { getWebpay } from '#lib/platform/webpay/client.ts';
import { WebpayError } from '#lib/platform/webpay/webpay.ts';
import { paymentRequestStateOf } from '#tests/support/payment-links.ts';
import {
  returnFromWebpay,
  type StartedPayment,
  startLinkPayment,
} from '#tests/support/payments.ts';
import type {
  WebpayChoice,
  WebpayFailureMode,
  WebpayStandIn,
} from '#tests/support/providers/webpay.ts';
import type { World } from '#tests/support/world.ts';

/** Course of one browser's payment: the choice on Webpay's page, and the answer to the commit. */
export type PaymentEnding = {
  choice: WebpayChoice;
  answer?: WebpayFailureMode;
  /** True if the app's 15 s are over before the answer. */
  late?: boolean;
  /** True if the immediate status call gets no answer either. */
  blind?: boolean;
  /** True if Webpay charged another amount. */
  wrong?: boolean;
};

export const endings: Record<string, PaymentEnding> = {
  approved: { choice: 'approve' },
  'approved, the answer cut off': { choice: 'approve', answer: 'cut-after' },
  'approved, no answer at all': { choice: 'approve', answer: 'cut-after', blind: true },
  'approved, too late': { choice: 'approve', answer: 'cut-after', late: true },
  'approved, says locked': { choice: 'approve', answer: 'locked-after' },
  'cut off before the money': { choice: 'approve', answer: 'cut' },
  'too late and nothing done': { choice: 'approve', answer: 'cut', late: true },
  down: { choice: 'approve', answer: 500, blind: true },
  'another amount': { choice: 'approve', wrong: true },
  refused: { choice: 'reject' },
  aborted: { choice: 'abort' },
  'timed out': { choice: 'timeout' },
  'form error': { choice: 'form-error' },
};

export type PaymentStep = { by: 'A' | 'B'; act: 'create' | 'back' | 'answer' | 'again' } | 'sweep';

/** Returns every order of two sequences that keeps the order within each. */
export function interleavings<T>(one: T[], other: T[]): T[][] {
  const [first, ...rest] = one;
  const [second, ...others] = other;
  if (first === undefined || second === undefined) return [[...one, ...other]];
  return [
    ...interleavings(rest, other).map((tail) => [first, ...tail]),
    ...interleavings(one, others).map((tail) => [second, ...tail]),
  ];
}

/** Holds a commit inside Webpay until `answered`. `arrived` resolves once it is there. */
const gate = () => ({
  arrived: Promise.withResolvers<void>(),
  answered: Promise.withResolvers<WebpayFailureMode | undefined>(),
});
type Gate = ReturnType<typeof gate>;

/**
 * Lets two browsers pay one request step by step: each commit waits inside Webpay until its step
 * comes. Only the clock of the world advances.
 */
export function payFromTwoBrowsers(world: World, webpay: WebpayStandIn) {
  const gates = new Map<string, Gate>();
  const blind = new Set<string>();
  const late = new Set<string>();
  webpay.decide(async (call, token = '') => {
    if (call === 'status') return blind.delete(token) ? 500 : undefined;
    const held = call === 'commit' ? gates.get(token) : undefined;
    if (!held) return undefined;
    gates.delete(token);
    held.arrived.resolve();
    return held.answered.promise;
  });
  const real = getWebpay();
  forget('webpay');
  singleton('webpay', () => ({
    ...real,
    commit: (token: string) =>
      real.commit(token).catch((error) => {
        throw late.delete(token) ? new WebpayError('timeout') : error;
      }),
  }));

  /**
   * Runs the steps on a request and returns the states after each step, once nothing is running.
   */
  async function play(
    link: string,
    browsers: Record<'A' | 'B', { cookies: Record<string, string>; ending: PaymentEnding }>,
    steps: PaymentStep[],
  ): Promise<ObservedPayment[]> {
    const seen: ObservedPayment[] = [];
    const runs = { A: run(link, browsers.A), B: run(link, browsers.B) };
    for (const step of steps) {
      if (step === 'sweep') await sweep(31_000);
      else await runs[step.by][step.act]();
      seen.push(await see(link, webpay));
    }
    for (let round = 0; round < 3; round++) {
      if (!seen.at(-1)?.attempts.some(({ state }) => isOpen(state))) break;
      await sweep(16 * 60_000);
      seen.push(await see(link, webpay));
    }
    return seen;
  }

  async function sweep(afterMs: number) {
    world.advance(afterMs);
    await sweepPayments(world.now());
  }

  function run(
    link: string,
    { cookies, ending }: { cookies: Record<string, string>; ending: PaymentEnding },
  ) {
    let started: StartedPayment | null = null;
    let held: Gate | null = null;
    let returning: Promise<unknown> = Promise.resolve();
    return {
      create: async () => {
        const created = await startLinkPayment(cookies, link);
        started = 'error' in created ? null : created;
      },
      back: async () => {
        if (!started) return;
        const { token } = started;
        held = gate();
        gates.set(token, held);
        const { fields, transaction } = webpay.pay(token, ending.choice);
        if (ending.wrong) transaction.amount += 1;
        if (ending.blind) blind.add(token);
        if (ending.late) late.add(token);
        returning = returnFromWebpay(fields);
        await Promise.race([returning, held.arrived.promise]);
        gates.delete(token);
      },
      answer: async () => {
        held?.answered.resolve(ending.answer);
        await returning;
      },
      /** Returns from Webpay once more, and Webpay now answers. */
      again: async () => {
        if (!started) return;
        blind.delete(started.token);
        await returnFromWebpay(webpay.pay(started.token, ending.choice).fields);
      },
    };
  }

  return play;
}

/** Returns the state at Webpay, here, and on the page of the link. */
async function see(link: string, webpay: WebpayStandIn) {
  const found = await findLinkedPaymentRequest(link);
  if (!found) throw new Error('the request is gone');
  const rows = await getDb()
    .read.select()
    .from(payments)
    .where(eq(payments.paymentRequestId, found.request.id))
    .orderBy(payments.id);
  const attempts = [];
  for (const payment of rows) {
    const { id, buyOrder, state, amount } = payment;
    const reason = await readShownReason(payment);
    const there = webpay.find(buyOrder);
    const agrees = there?.amount === amount;
    const charges = there?.status === 'AUTHORIZED' ? there.charges : 0;
    const again = payerPaths({ ...payment, reason }, now()).retry !== null;
    attempts.push({ id, state, reason, again, agrees, charges });
  }
  return {
    page: await paymentRequestStateOf(link),
    reservedBy: found.request.reservedBy,
    attempts,
  };
}

export type ObservedPayment = Awaited<ReturnType<typeof see>>;
