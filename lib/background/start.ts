import { startAlertMails } from '#lib/background/alert-mails.ts';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { startMarketplaceWarmer } from '#lib/background/marketplace-warmer.ts';
import { startSweeper } from '#lib/background/sweeper.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { stopSweepingPayments } from '#lib/domain/payments/sweep.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { getEnv } from '#lib/platform/env.ts';
import { onStop } from '#lib/platform/lifecycle.ts';

export function startBackground(): void {
  if (!getEnv().database.url) return;
  onStop(closeDb);
  const sweeper = startSweeper();
  onStop(sweeper.stop);
  onStop(stopSweepingPayments);
  onStop(startAlertMails().stop);
  onStop(startMarketplaceWarmer().stop);
  const worker = createWorker({ handlers: deliveryHandlers });
  worker.start();
  onStop(worker.stop);
}
