import { sweepSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { sweepAccounts } from '#lib/domain/accounts/writes/sweep-accounts.ts';
import { sweepBookings } from '#lib/domain/bookings/writes.ts';
import { logQueueFigures } from '#lib/domain/deliveries/figures.ts';
import { sweepDeliveries } from '#lib/domain/deliveries/sweep.ts';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { sweepDrafts } from '#lib/domain/drafts/writes/sweep-drafts.ts';
import { sweepErasures } from '#lib/domain/erasure/sweep.ts';
import { sweepLinks } from '#lib/domain/links/writes.ts';
import { sweepMarketplace } from '#lib/domain/marketplace/writes/sweep-marketplace.ts';
import { deleteExpiredPayments, sweepPayments } from '#lib/domain/payments/sweep.ts';
import { sweepPending } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { copyToVaults } from '#lib/domain/requests/requested-documents/writes/copy-to-vaults.ts';
import { remindOfRequestedDocuments } from '#lib/domain/requests/requested-documents/writes/request-documents.ts';
import { sweepShareLinks } from '#lib/domain/share-links/sweep.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { measureUploads } from '#lib/domain/uploads/writes/direct.ts';
import { scanWaitingUploads } from '#lib/domain/uploads/writes/scan.ts';
import { sweepWebhookEvents } from '#lib/domain/webhooks/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sweepWriteOutcomes } from '#lib/platform/db/write-outcomes.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';
import { now, watchClock } from '#lib/platform/process/clock.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { sweepRateLimits } from '#lib/platform/security/rate-limits.ts';

export const jobs = {
  figures: logQueueFigures,
  bucket: measureUploads,
  uploads: sweepUploads,
  drafts: sweepDrafts,
  sessions: sweepSessions,
  accounts: sweepAccounts,
  shareLinks: sweepShareLinks,
  links: sweepLinks,
  waits: sweepPending,
  deliveries: sweepDeliveries,
  marketplace: sweepMarketplace,
  webhookEvents: sweepWebhookEvents,
  bookings: sweepBookings,
  erasures: sweepErasures,
  rateLimits: sweepRateLimits,
  writeOutcomes: () => sweepWriteOutcomes(getDb()),
  payments: sweepPayments,
  unpaid: deleteExpiredPayments,
  reminders: remindOfRequestedDocuments,
  papers: copyToVaults,
  // Scans come last, because a scanner that does not answer would hold up the other jobs.
  documents: sweepDocuments,
  attachments: scanWaitingUploads,
};

/** Jobs that delete nothing permanently. All other jobs wait while the clock is in doubt. */
const harmlessJobs: readonly string[] = [
  'figures',
  'waits',
  'rateLimits',
  'writeOutcomes',
  'payments',
  'reminders',
  'papers',
  'attachments',
] satisfies (keyof typeof jobs)[];
const JUMP_MS = 10 * MINUTE;
const DOUBT_MS = 15 * MINUTE;

/** Returns a job that sweeps once per call. It watches the clock from its creation on. */
export function createSweeper(): (signal: AbortSignal) => Promise<void> {
  const isInDoubt = doubtClock();
  return (signal) => sweep({ isClockInDoubt: isInDoubt(), signal });
}

/**
 * Returns a function that is true for 15 minutes after a jump of the clock. By then a wrong clock
 * has usually been corrected.
 */
export function doubtClock(): () => boolean {
  const stepOfClock = watchClock();
  let doubtUntil = 0;
  return () => {
    if (stepOfClock() > JUMP_MS) doubtUntil = performance.now() + DOUBT_MS;
    return performance.now() < doubtUntil;
  };
}

type SweepOptions = { isClockInDoubt?: boolean; signal?: AbortSignal };

/** Runs each job once, even if another fails; only harmless ones while the clock is in doubt. */
export async function sweep({ isClockInDoubt = false, signal }: SweepOptions = {}): Promise<void> {
  if (isClockInDoubt) log().warn('the clock was put forward: nothing is removed for now');
  for (const [job, run] of Object.entries(jobs)) {
    if (isClockInDoubt && !harmlessJobs.includes(job)) continue;
    try {
      await run(now(), { signal });
      findMetrics()?.countSweep(job, 'ok');
    } catch (err) {
      findMetrics()?.countSweep(job, 'failed');
      log().error({ job, err }, 'sweep failed');
    }
  }
}
