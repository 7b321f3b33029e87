import { releaseLease, takeLease } from '#lib/background/leases.ts';
import { announceAlerts } from '#lib/domain/alerts/writes/announce.ts';
import { now } from '#lib/platform/clock.ts';
import { randomId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';

const LOOK_MS = 60_000;
const EVERY_MS = 60 * 60_000;
const LEASE_MS = 5 * 60_000;
const LEASE = 'alert-mails';

/**
 * Announces expiries at the start and every hour. Looks every minute, so that a round that another
 * instance, or the lease of a killed one, kept from running is not an hour late.
 */
export function startAlertMails(): { stop: () => Promise<void> } {
  const owner = randomId();
  const stopping = new AbortController();
  let dueAt = 0;
  const look = async () => {
    const at = now();
    // Further away than a round: the clock was put back since.
    if ((at < dueAt && dueAt - at <= EVERY_MS) || stopping.signal.aborted) return;
    if (await announceOnce(owner, stopping.signal)) dueAt = at + EVERY_MS;
  };
  let round: Promise<void> = look();
  const timer = setInterval(() => {
    round = round.then(look);
  }, LOOK_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}

/** One round under the lease; false when it has to be tried again soon. */
export async function announceOnce(owner: string, signal?: AbortSignal): Promise<boolean> {
  try {
    if (!(await takeLease(LEASE, owner, LEASE_MS))) return false;
  } catch (err) {
    log().warn({ err }, 'alert mails wait for the database');
    return false;
  }
  try {
    await announceAlerts(now(), signal);
    return true;
  } catch (err) {
    log().error({ err }, 'alert mails failed');
    return false;
  } finally {
    await releaseLease(LEASE, owner).catch(() => undefined);
  }
}
