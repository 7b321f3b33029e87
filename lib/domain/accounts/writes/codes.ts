import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { CODE_MINUTES, CODE_TRIES, codeFits, RESEND_SECONDS } from '#lib/domain/accounts/rules.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { SKEW_MS } from '#lib/platform/clock.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';

type Purpose = 'verify' | 'delete';

/** Inside a write: a new code, which kills the one before, and its mail. */
export async function sendCode(
  tx: Tx,
  { accountId, purpose, now }: { accountId: string; purpose: Purpose; now: number },
): Promise<void> {
  const id = randomId();
  const row = { id, tries: 0, sentAt: now, expiresAt: now + CODE_MINUTES * 60_000 };
  await later(
    tx,
    tx
      .insert(oneTimeCodes)
      .values({ ...row, accountId, purpose })
      .onConflictDoUpdate({ target: [oneTimeCodes.accountId, oneTimeCodes.purpose], set: row }),
  );
  await enqueueDelivery(tx, {
    // A lane of its own: a code does not wait behind one that nobody needs any more.
    lane: `account:${accountId}/code/${id}`,
    kind: 'account.code-mail',
    payload: { accountId, codeId: id, purpose },
    now,
  });
}

/**
 * Inside a write: takes a try and says whether the code fits. The try is counted in the same
 * statement that checks it is allowed, so parallel guesses never get more than five.
 */
export async function takeCode(
  tx: Tx,
  { accountId, purpose, now }: { accountId: string; purpose: Purpose; now: number },
  typed: string,
): Promise<boolean> {
  const mine = and(eq(oneTimeCodes.accountId, accountId), eq(oneTimeCodes.purpose, purpose));
  const [code] = await tx
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(and(mine, lt(oneTimeCodes.tries, CODE_TRIES), gt(oneTimeCodes.expiresAt, now)))
    .returning({ id: oneTimeCodes.id });
  if (!code || !codeFits(code.id, typed)) return false;
  await later(tx, tx.delete(oneTimeCodes).where(mine));
  return true;
}

/** Inside a write: throws `rate_limited` when a code was sent less than 60 s ago. */
export async function checkResend(tx: Tx, accountId: string, purpose: Purpose, now: number) {
  const [last] = await tx
    .select({ sentAt: oneTimeCodes.sentAt })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.accountId, accountId), eq(oneTimeCodes.purpose, purpose)))
    .limit(1);
  const wait = (last?.sentAt ?? 0) + RESEND_SECONDS * 1000 - now;
  if (wait <= 0 || wait > RESEND_SECONDS * 1000 + SKEW_MS) return;
  const seconds = Math.ceil(wait / 1000);
  throw new AppError('rate_limited', {
    message: `Ya te enviamos un código. Podrás pedir otro en ${seconds} segundos.`,
    retryAfter: seconds,
    headers: {
      RateLimit: `"resend";r=0;t=${seconds}`,
      'RateLimit-Policy': `"resend";q=1;w=${RESEND_SECONDS}`,
    },
  });
}
