import { afterEach, expect, test } from 'vitest';
import { paymentRequestPath } from '#lib/domain/payments/links.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import {
  endings,
  interleavings,
  type ObservedPayment,
  type PaymentStep,
  payFromTwoBrowsers,
} from '#tests/support/payment-orders.ts';
import { startLinkPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });
afterEach(() => {
  webpay.decide(null);
});

/** Each pair plays every thirteenth order, its neighbour others. 1 plays all of them. */
const EACH = 13;
const names = Object.keys(endings);
const stepsOf = (by: 'A' | 'B', ...acts: Exclude<PaymentStep, 'sweep'>['act'][]) =>
  acts.map((act) => ({ by, act }));

/** All orders in which A begins and comes back twice, the sweeper anywhere. */
const orders = interleavings<PaymentStep>(
  stepsOf('A', 'back', 'answer', 'again'),
  stepsOf('B', 'create', 'back', 'answer'),
).map((order, at) => {
  const steps: PaymentStep[] = [...stepsOf('A', 'create'), ...order];
  return steps.toSpliced(1 + (at % steps.length), 0, 'sweep');
});

async function newLink(): Promise<string> {
  const id = randomId();
  const requested = { amount: 45_000, description: 'Comisión', email: 'ana@constructora.cl' };
  const times = { createdAt: world.now(), expiresAt: world.now() + 30 * DAY };
  await getDb().write((tx) =>
    tx.insert(paymentRequests).values({ id, ...requested, ...times, createdBy: 'jefa' }),
  );
  return paymentRequestPath(id).split('/pagar/')[1] ?? '';
}

/** Returns the faults after a step, in words. There must be none after any step. */
function wrongIn(
  { page, reservedBy, attempts }: ObservedPayment,
  before: ObservedPayment | undefined,
): string[] {
  const charged = attempts.filter(({ charges }) => charges > 0);
  const known = attempts.filter(({ state }) => state === 'authorized');
  const held = before?.attempts.find(({ id }) => id === before.reservedBy);
  const now = attempts.find(({ id }) => id === held?.id);
  const endedUncharged = now !== undefined && /failed|aborted|expired/.test(now.state);
  return [
    charged.reduce((sum, { charges }) => sum + charges, 0) > 1 && 'charged twice',
    charged.length > 0 && page === 'waiting' && 'offered although charged',
    known.length > 1 && 'two are paid here',
    known.some(({ charges }) => charges !== 1) && 'paid here, not there',
    known.some(({ agrees }) => !agrees) && 'paid with another amount',
    (page === 'paid') !== known.length > 0 && 'the page and the payment differ',
    attempts.some(
      ({ state, reason, again }) =>
        state === 'failed' &&
        /already-paid|let-go/.test(`${reason}`) &&
        again !== (page === 'waiting'),
    ) && 'a second one is told otherwise than the link',
    held && reservedBy !== held.id && !endedUncharged && 'freed by another',
  ].filter((word) => typeof word === 'string');
}

test.each(names)(
  'one link, two browsers, A ending with %s and B in every way: no order charges twice or blocks a payment',
  async (name) => {
    const play = payFromTwoBrowsers(world, webpay);
    const ending = endings[name];
    if (!ending) throw new Error('no such ending');
    const found: string[] = [];
    let played = 0;
    for (const [at, [other, endingOfB]] of Object.entries(endings).entries()) {
      for (const steps of orders.filter((_, i) => i % EACH === (at + names.indexOf(name)) % EACH)) {
        const link = await newLink();
        const tell = (words: string[]) => {
          const order = steps.map((step) => (step === 'sweep' ? step : `${step.by} ${step.act}`));
          if (words.length > 0)
            found.push(`B ${other}: ${words.join(', ')} in ${order.join(' → ')}`);
        };
        const A = { cookies: cookies.payer, ending };
        const B = { cookies: cookies.admin, ending: endingOfB };
        const seen = await play(link, { A, B }, steps);
        for (const [at, now] of seen.entries()) tell(wrongIn(now, seen[at - 1]));
        const ends = seen.at(-1)?.attempts ?? [];
        const charged = ends.some(({ charges }) => charges > 0);
        const open = ends.some(({ state }) => /created|pending/.test(state));
        const third = await startLinkPayment(cookies.admin, link);
        tell([
          ...(open ? ['still open'] : []),
          ...('error' in third === charged ? [] : [charged ? 'a third may pay' : 'nobody may pay']),
        ]);
        played++;
      }
    }
    expect(found.slice(0, 5)).toEqual([]);
    expect(played).toBeGreaterThanOrEqual(names.length * Math.floor(orders.length / EACH));
  },
);
