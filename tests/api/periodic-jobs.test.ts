import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { takeLease } from '#lib/platform/process/leases.ts';
import { stopAll } from '#lib/platform/process/lifecycle.ts';
import { every } from '#lib/platform/process/periodic-job.ts';
import { expireLeases } from '#tests/support/leases.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
afterEach(async () => {
  await stopAll();
  await world.close();
});

test('a job runs at once and again after each round, also after one that failed', async () => {
  const job = vi.fn(async () => {
    if (job.mock.calls.length === 1) throw new Error('the first round fails');
  });
  every(5, {}, job);
  await vi.waitFor(() => expect(job.mock.calls.length).toBeGreaterThan(2));
});

test('rounds of one job do not overlap, and stopping waits for the one in progress', async () => {
  const release = Promise.withResolvers<void>();
  const began: boolean[] = [];
  const ended: boolean[] = [];
  every(1, {}, async (signal) => {
    began.push(signal.aborted);
    await release.promise;
    ended.push(signal.aborted);
  });
  await vi.waitFor(() => expect(began).toHaveLength(1));
  await sleep(20);
  const stopped = stopAll();
  expect([began, ended]).toEqual([[false], []]);
  release.resolve();
  await stopped;
  await sleep(20);
  expect([began, ended]).toEqual([[false], [true]]);
});

const lease = { name: 'a-job', ms: 5 * MINUTE };

test('only one instance runs a job with a lease, and another can take the lease after the first stopped', async () => {
  const job = vi.fn(async () => {});
  expect(await takeLease(lease, 'another instance')).toBe(true);
  every(5, { lease: 'a-job' }, job);
  await sleep(30);
  expect(job).not.toHaveBeenCalled();
  await expireLeases(5 * MINUTE);
  await vi.waitFor(() => expect(job.mock.calls.length).toBeGreaterThan(1));
  expect(await takeLease(lease, 'another instance')).toBe(false);
  await stopAll();
  expect(await takeLease(lease, 'another instance')).toBe(true);
});

test('a job with a lease waits while the database cannot lease, and runs once it can', async () => {
  const job = vi.fn(async () => {});
  await getDb().client.execute('alter table leases rename to away');
  every(5, { lease: 'a-job' }, job);
  await sleep(30);
  expect(job).not.toHaveBeenCalled();
  await getDb().client.execute('alter table away rename to leases');
  await vi.waitFor(() => expect(job).toHaveBeenCalled());
});
