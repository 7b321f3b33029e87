import { stopLookUps } from '#lib/domain/marketplace/reads/look-up.ts';
import { warmMarketplace } from '#lib/domain/marketplace/writes/warm-marketplace.ts';
import { log } from '#lib/platform/log.ts';

/** A restart brings people with questions of their own: they go first. */
const FIRST_MS = 20_000;
const EVERY_MS = 60_000;

/**
 * Warms soon after the start and then every minute. Instances need no lease for it: calls take
 * turns, and each looks whether another brought the answer first. Stopping ends every lookup.
 */
export function startMarketplaceWarmer(): { stop: () => Promise<void> } {
  let round = Promise.resolve();
  const next = () => {
    round = round.then(warm);
  };
  const first = setTimeout(next, FIRST_MS).unref();
  const timer = setInterval(next, EVERY_MS).unref();
  return {
    stop: async () => {
      clearTimeout(first);
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
