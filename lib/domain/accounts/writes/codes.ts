import { and, eq, gt, lt, sql } from 'drizzle-orm';
import {
  CODE_MINUTES,
  CODE_TRIES,
  CODE_TRIES_IN_ALL,
  isCodeCorrect,
  RESEND_SECONDS,
} from '#lib/domain/accounts/rules.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { SKEW_MS } from '#lib/platform/process/clock.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { consumePointAt, tryConsume } from '#lib/platform/security/rate-limits.ts';

type Purpose = typeof oneTimeCodes.$inferSelect.purpose;

type NewCode = { accountId: string; purpose: Purpose; keepsResendTime?: true; now: number };

/**
 * Replaces the former code of the same purpose and queues the mail with the new one. Requires a
 * transaction. Returns the id of the new code. The next code can be requested 60 s after this one
 * or, with `keepsResendTime`, 60 s after the former one.
 */
export async function sendCode(
  tx: Tx,
  { accountId, purpose, keepsResendTime, now }: NewCode,
): Promise<string> {
  const id = randomId();
  const row = { id, tries: 0, expiresAt: now + CODE_MINUTES * MINUTE };
  const set = keepsResendTime ? row : { ...row, sentAt: now };
  await tx
    .insert(oneTimeCodes)
    .values({ ...row, accountId, purpose, sentAt: now })
    .onConflictDoUpdate({ target: [oneTimeCodes.accountId, oneTimeCodes.purpose], set });
  await enqueueDelivery(tx, {
    // Each code has its own partition, so that it does not wait behind an outdated one.
    partition: `account:${accountId}/code/${id}`,
    kind: 'account.code-mail',
    payload: { accountId, codeId: id, purpose },
    now,
  });
  return id;
}

/**
 * Consumes one of the five tries that each IP has for a code. Returns the code's id, or null if
 * there is no code or no try is left.
 */
export async function tryCode(
  ctx: RequestCtx,
  accountId: string,
  purpose: Purpose,
): Promise<string | null> {
  const code = await findCode(getDb().read, accountId, purpose);
  if (!code || code.expiresAt <= ctx.now) return null;
  const window = { name: 'code-tries', points: CODE_TRIES, seconds: CODE_MINUTES * 60 };
  const isAllowed = await tryConsume(consumePointAt(ctx.ip, window, code.id, ctx.now));
  return isAllowed ? code.id : null;
}

/**
 * Uses up the code if `typed` is right, and returns whether it was right. One statement checks the
 * limit and counts the try, so simultaneous guesses cannot exceed the limit.
 */
export async function takeCode(
  tx: Tx,
  codeId: string | null,
  { typed, now }: { typed: string; now: number },
): Promise<boolean> {
  if (!codeId) return false;
  const codeCondition = eq(oneTimeCodes.id, codeId);
  const liveCondition = and(
    lt(oneTimeCodes.tries, CODE_TRIES_IN_ALL),
    gt(oneTimeCodes.expiresAt, now),
  );
  const [code] = await tx
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(and(codeCondition, liveCondition))
    .returning({ id: oneTimeCodes.id });
  if (!code || !isCodeCorrect(code.id, typed)) return false;
  await tx.delete(oneTimeCodes).where(codeCondition);
  return true;
}

/** Returns the last code, if any. Throws `rate_limited` for 60 s after it was sent. */
export async function checkResend(tx: Tx, accountId: string, purpose: Purpose, now: number) {
  const lastCode = await findCode(tx, accountId, purpose);
  const waitMs = (lastCode?.sentAt ?? 0) + RESEND_SECONDS * 1000 - now;
  if (waitMs <= 0 || waitMs > RESEND_SECONDS * 1000 + SKEW_MS) return lastCode;
  const seconds = Math.ceil(waitMs / 1000);
  throw new AppError('rate_limited', {
    message: `Ya te enviamos un código. Podrás pedir otro en ${seconds} segundos.`,
    retryAfter: seconds,
    limit: { name: 'resend', points: 1, seconds: RESEND_SECONDS },
  });
}

async function findCode(db: ReadDb | Tx, accountId: string, purpose: Purpose) {
  const purposeCondition = and(
    eq(oneTimeCodes.accountId, accountId),
    eq(oneTimeCodes.purpose, purpose),
  );
  const [code] = await db.select().from(oneTimeCodes).where(purposeCondition).limit(1);
  return code;
}
