import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { mailboxOf } from '#lib/platform/mail/email-address.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#lib/platform/process/durations.ts';
import {
  addPointsStatement,
  counterKey,
  type RateCounter,
  rateLimitError,
} from '#lib/platform/security/rate-limits.ts';

/** Limits of mails from one account to one mailbox, for all kinds of mails together. */
const MAIL_WINDOWS = [
  { name: 'mails/hour', points: 10, seconds: HOUR_SECONDS, retryText: 'en una hora' },
  { name: 'mails/day', points: 30, seconds: DAY_SECONDS, retryText: 'mañana' },
];

/**
 * Takes a point for a mail from one sender to one mailbox. Throws `rate_limited`. Runs in the
 * transaction that queues the mail, so that a failure takes no point.
 */
export async function consumeMailPoint(
  tx: Pick<Tx, 'all'>,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<void> {
  if (!getEnv().hasRateLimits) return;
  const windows = MAIL_WINDOWS.map((window) => {
    const key = counterKey(window, `${from} ${mailboxOf(to)}`);
    return { ...window, key, expiresAt: now + window.seconds * 1000 };
  });
  const rows = await tx.all<RateCounter & { key: string }>(addPointsStatement(windows, 1, now));
  for (const { retryText, ...window } of windows) {
    const row = rows.find(({ key }) => key === window.key);
    const message = `Ya enviamos ${window.points} correos a esa dirección. Prueba otra vez ${retryText}.`;
    if (row && row.points > window.points)
      throw rateLimitError(window, row.expiresAt, now, message);
  }
}
