import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#lib/background/sweeper.ts';
import { readLinkedRequest } from '#lib/domain/payments/reads.ts';
import { requestState } from '#lib/domain/payments/view.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { whereIn } from '#tests/support/erasure.ts';
import { passLeases } from '#tests/support/leases.ts';
import { askForMoney } from '#tests/support/payment-links.ts';
import {
  finish,
  logInPayer,
  paymentOf,
  startOfRequest,
  sweepFor,
} from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
const DAY = 86_400_000;
const guest = {};
let link: string;
beforeEach(async () => {
  await logInPayer(webpay);
  const { cookies } = await makeAdvisor('jefa@resguardo.cl');
  link = await askForMoney(cookies, { description: 'Comisión de Qzana' });
});
const page = async () => {
  const found = await readLinkedRequest(link);
  return found && requestState(found.request, found.payment?.state ?? null, world.now());
};

/** The provider did the work and we do not know it; then days pass without a question. */
async function paidUnseen(days: number) {
  const started = await startOfRequest(guest, link);
  webpay.fail('commit', 'cut-after');
  webpay.fail('status', 'cut');
  await finish(webpay, started, 'approve');
  world.advance(days * DAY);
  await passLeases(days * DAY);
  return started.buyOrder;
}

describe.each([422, 404] as const)(
  'a token that the provider forgot, and says so with %i',
  (how) => {
    const ask = () => {
      webpay.decide(async (what) => (what === 'status' || what === 'commit' ? how : undefined));
      return sweepFor(world, 60, 20).finally(() => webpay.decide(null));
    };

    test('may have been charged after our commit: people look at it, and it is paid once', async () => {
      const buyOrder = await paidUnseen(8);
      const log = captureLog();
      await ask();
      expect(await paymentOf(buyOrder)).toMatchObject({ state: 'failed', reason: 'mismatch' });
      expect(log.lines().filter(({ msg }) => /payment alarm/.test(msg ?? ''))).toHaveLength(1);
      expect(await page()).toBe('review');
      expect(await startOfRequest(guest, link)).toMatchObject({ error: 'conflict' });
    });

    test('ends nothing within the 7 days for which it answers', async () => {
      const buyOrder = await paidUnseen(1);
      await ask();
      expect([(await paymentOf(buyOrder)).state, await page()]).toEqual(['pending', 'paying']);
      await sweepFor(world, 120, 20);
      expect([(await paymentOf(buyOrder)).state, await page()]).toEqual(['authorized', 'paid']);
    });

    test('was not charged without a commit of ours, and its link is free', async () => {
      const idle = await startOfRequest(guest, link);
      world.advance(8 * DAY);
      await ask();
      expect([(await paymentOf(idle.buyOrder)).state, await page()]).toEqual([
        'expired',
        'waiting',
      ]);
    });

    test('is not taken at its word for a commit while another one is under way', async () => {
      const started = await startOfRequest(guest, link);
      webpay.fail('commit', 'hang');
      await finish(webpay, started, 'approve');
      webpay.fail('commit', how === 404 ? how : 'locked');
      await finish(webpay, started, 'abort');
      expect([(await paymentOf(started.buyOrder)).state, await page()]).toEqual([
        'pending',
        'paying',
      ]);
    });
  },
);

test('after six years of a guest’s payment neither address nor text is left, by one job alone', async () => {
  await finish(webpay, await startOfRequest(guest, link), 'approve');
  world.advance(6 * 366 * DAY);
  await jobs.erasures(world.now());
  expect(await whereIn(['Qzana', 'ana@constructora.cl'])).toEqual(['accounts ana@constructora.cl']);
});
