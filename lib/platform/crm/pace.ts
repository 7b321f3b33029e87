import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { now, SKEW_MS } from '#lib/platform/process/clock.ts';

/** HubSpot takes 100 calls in any 10 s. We send at most 20 at once, then one every 125 ms. */
const EVERY_MS = 125;
const AT_ONCE = 20;
const LONGEST_WAIT_MS = 5000;

const CREDIT_MS = (AT_ONCE - 1) * EVERY_MS;

/** Waits for a slot that all instances share. Throws when the next is more than 5 s away. */
export async function takeHubspotSlot(): Promise<void> {
  if (!getEnv().rateLimits) return;
  const at = now();
  const wait = await reserveCallSlot(at);
  if (wait === null) {
    throw new ProviderError('paced', {
      isRetryable: true,
      retryAfter: LONGEST_WAIT_MS,
      isUncounted: true,
      pausesChannel: true,
    });
  }
  if (wait > 0) await sleep(wait);
}

export async function reserveCallSlot(at: number): Promise<number | null> {
  const formerClockCondition = sql`expires_at > ${at + CREDIT_MS + LONGEST_WAIT_MS + SKEW_MS}`;
  // The row can be deleted from `expires_at` on, when 20 calls may be sent at once again.
  const slots = await getDb().writeOne<{ at: number }>(sql`
    insert into rate_limits (key, points, expires_at) values ('pace:hubspot', 0, ${at + EVERY_MS})
    on conflict (key) do update set
      expires_at = case when ${formerClockCondition} then ${at} else max(expires_at, ${at}) end + ${EVERY_MS}
      where expires_at <= ${at + CREDIT_MS + LONGEST_WAIT_MS} or ${formerClockCondition}
    returning expires_at - ${EVERY_MS + CREDIT_MS} as at`);
  return slots[0] ? Math.max(0, slots[0].at - at) : null;
}
