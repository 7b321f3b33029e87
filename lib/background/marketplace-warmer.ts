import { stopLookUps } from '#lib/domain/marketplace/reads/look-up.ts';
import { warmMarketplace } from '#lib/domain/marketplace/writes/warm-marketplace.ts';
import { log } from '#lib/platform/log.ts';

const EVERY_MS = 60_000;

/**
 * Warms at the start and every minute. Instances need no lease for it: calls take turns, and each
 * looks whether another brought the answer first. Stopping ends every lookup under way.
 */
export function startMarketplaceWarmer(): { stop: () => Promise<void> } {
  let round = warm();
  const timer = setInterval(() => {
    round = round.then(warm);
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await stopLookUps();
      await round;
    },
  };
}

async function warm(): Promise<void> {
  try {
    await warmMarketplace();
  } catch (err) {
    log().error({ err }, 'marketplace: warming failed');
  }
}
