import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { now, SKEW_MS } from '#lib/platform/process/clock.ts';

/** Time between two calls once `AT_ONCE` were sent. HubSpot allows 100 calls in any 10 s. */
const EVERY_MS = 125;
const AT_ONCE = 20;
const LONGEST_WAIT_MS = 5000;

const CREDIT_MS = (AT_ONCE - 1) * EVERY_MS;

/**
 * Waits for a call slot. All instances share the slots through the database. Throws a retryable
 * `ProviderError` when the next slot is more than 5 s away.
 */
export async function takeHubspotSlot(): Promise<void> {
  if (!getEnv().hasRateLimits) return;
  const at = now();
  const waitMs = await reserveCallSlot(at);
  if (waitMs === null) {
    throw new ProviderError('paced', {
      isRetryable: true,
      retryAfter: LONGEST_WAIT_MS,
      isUncounted: true,
      pausesChannel: true,
    });
  }
  if (waitMs > 0) await sleep(waitMs);
}

export async function reserveCallSlot(at: number): Promise<number | null> {
  const otherClockCondition = sql`expires_at > ${at + CREDIT_MS + LONGEST_WAIT_MS + SKEW_MS}`;
  // `expires_at` is the time from which `AT_ONCE` calls are allowed again, so the row may be
  // deleted then.
  const slots = await getDb().writeOne<{ at: number }>(sql`
    insert into rate_limits (key, points, expires_at) values ('pace:hubspot', 0, ${at + EVERY_MS})
    on conflict (key) do update set
      expires_at = case when ${otherClockCondition} then ${at} else max(expires_at, ${at}) end + ${EVERY_MS}
      where expires_at <= ${at + CREDIT_MS + LONGEST_WAIT_MS} or ${otherClockCondition}
    returning expires_at - ${EVERY_MS + CREDIT_MS} as at`);
  return slots[0] ? Math.max(0, slots[0].at - at) : null;
}
