import { expect, test } from 'vitest';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { enqueue } from '#tests/support/enqueue.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

/** Starts 20 deliveries to the CRM, of which 8 fail together. Each failure has these fields. */
async function failTogether(more: (n: number) => object) {
  for (let n = 0; n < 20; n++) await enqueue(`lead:${n}/crm`, n, 'crm');
  let requestCount = 0;
  const crm: DeliveryHandler = async () => {
    requestCount += 1;
    throw Object.assign(new Error(), {
      reason: 'shut',
      pausesChannel: true,
      ...more(requestCount),
    });
  };
  const worker = createWorker({ handlers: { crm }, random: () => 0.5 });
  await worker.drain();
  return async (ms: number) => {
    world.advance(ms);
    await worker.drain();
    return requestCount;
  };
}

test.each([
  ['first', 1],
  ['last', 8],
])(
  'a channel waits for the longest of several pauses, also when it comes %s',
  async (_, longest) => {
    const after = await failTogether((n) => ({
      isUncounted: true,
      retryAfter: n === longest ? MINUTE : 5 * SECOND,
    }));
    expect(await after(6 * SECOND)).toBe(8);
    expect(await after(MINUTE)).toBeGreaterThan(8);
  },
);

test('a channel pauses as long as its provider says, and not for the planned wait of a delivery', async () => {
  // The first planned wait of a delivery is two seconds.
  const after = await failTogether(() => ({ retryAfter: SECOND }));
  expect(await after(SECOND - 1)).toBe(8);
  expect(await after(1)).toBe(16);
});

test.each([
  ['crm', 1],
  ['mail', 0],
])('a dead %s delivery that an advisor retries begins with %i attempts', async (kind, tries) => {
  const { cookies } = await makeAdvisor();
  const fails: DeliveryHandler = async () => {
    throw Object.assign(new Error(), { reason: 'refused 422', isRetryable: false });
  };
  await enqueue(`lead:1/${kind}`, 1, kind);
  await createWorker({ handlers: { [kind]: fails } }).drain();
  const [dead] = await queuedDeliveries();
  expect(dead?.state).toBe('dead');
  const retried = await api(`/api/admin/deliveries/${dead?.id}/retry`, {
    method: 'POST',
    cookies,
  });
  expect(retried.status).toBe(200);
  expect(await queuedDeliveries()).toMatchObject([{ state: 'waiting', attempts: tries }]);
});
