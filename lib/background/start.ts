import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createSweeper, doubtClock } from '#lib/background/sweeper.ts';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { sealDays } from '#lib/domain/audit/seal.ts';
import { setDryRunHandlers } from '#lib/domain/deliveries/dry-run.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { writePageCounts } from '#lib/domain/drafts/writes/count-page.ts';
import { reencryptTotpSecrets } from '#lib/domain/factors/writes/reencrypt-secrets.ts';
import { writeOpenings } from '#lib/domain/issued-guarantees/writes/count-verification.ts';
import { stopLookUps } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { warmMarketplace } from '#lib/domain/marketplace/writes/warm-marketplace.ts';
import { updateLeadsOfPartitions } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { announceTenders } from '#lib/domain/tenders/writes/announce.ts';
import { watchTenders } from '#lib/domain/tenders/writes/watch.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { HOUR, MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { onStop } from '#lib/platform/process/lifecycle.ts';
import { every } from '#lib/platform/process/periodic-job.ts';

/** Delay of the marketplace jobs after a start, so that the first requests are served first. */
const WARM_AFTER_MS = 20 * SECOND;

export function startBackground(): void {
  if (!getEnv().database.url) return;
  onStop(closeDb);
  every(MINUTE, { lease: 'sweeper' }, createSweeper());
  for (const writeCounts of [writePageCounts, writeOpenings]) {
    every(MINUTE, {}, writeCounts);
    onStop(writeCounts);
  }
  const isInDoubt = doubtClock();
  every(10 * MINUTE, { lease: 'audit-days' }, async (signal) => {
    if (!isInDoubt()) await sealDays(now(), signal);
  });
  every(HOUR, { lease: 'sealed' }, reencryptTotpSecrets);
  every(HOUR, { lease: 'alert-mails' }, (signal) => announceAlerts(now(), signal));
  // Needs no lease: call slots and the cache are in the database, so no instance repeats the calls
  // of another.
  every(MINUTE, { firstMs: WARM_AFTER_MS }, warmMarketplace);
  every(MINUTE, { lease: 'tenders', firstMs: WARM_AFTER_MS }, watchTenders);
  every(10 * MINUTE, { lease: 'tender-mails', firstMs: MINUTE }, (signal) =>
    announceTenders(now(), signal),
  );
  onStop(stopLookUps);
  setDryRunHandlers(deliveryHandlers);
  const worker = createWorker({ handlers: deliveryHandlers, onDead: updateLeadsOfPartitions });
  worker.start();
  onStop(worker.stop);
}
