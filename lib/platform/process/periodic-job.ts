import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { endLease, takeLease } from '#lib/platform/process/leases.ts';
import { onStop } from '#lib/platform/process/lifecycle.ts';
import { log } from '#lib/platform/process/log.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** When an instance is killed, another one takes over its jobs within this time. */
const LEASE_MS = 5 * MINUTE;
/** Delay after a failed run, or while another instance holds the lease. */
const RETRY_MS = MINUTE;

type Options = {
  /** Lease that an instance must hold to run the job. Without a lease every instance runs it. */
  lease?: string;
  firstMs?: number;
};

/**
 * Runs `job` after `firstMs` and then `ms` after each end, until the app stops. Then it aborts the
 * signal and waits for the job.
 */
export function every(
  ms: number,
  { lease: name, firstMs = 0 }: Options,
  job: (signal: AbortSignal) => Promise<void>,
): void {
  const lease = name && { name, ms: LEASE_MS };
  const owner = randomId();
  const stopping = new AbortController();
  const { signal } = stopping;

  async function runOnce(): Promise<boolean> {
    try {
      if (lease && !(await takeLease(lease, owner))) return false;
    } catch (err) {
      log().warn({ job: name, err }, 'a job waits for the database');
      return false;
    }
    try {
      await job(signal);
      return true;
    } catch (err) {
      log().error({ job: name ?? job.name, err }, 'a job failed');
      return false;
    }
  }

  async function run(): Promise<void> {
    let pauseMs = firstMs;
    while (await sleep(pauseMs, true, { signal, ref: false }).catch(() => false)) {
      pauseMs = (await runOnce()) ? ms : Math.min(ms, RETRY_MS);
    }
    if (lease) await endLease(lease, owner);
  }

  const running = run();
  onStop(() => {
    stopping.abort();
    return running;
  });
}
