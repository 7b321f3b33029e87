import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, sql } from 'drizzle-orm';
import { splitCompanyRegistration } from '#lib/domain/accounts/companies/writes/create-company.ts';
import { checkPassword } from '#lib/domain/accounts/own-password.ts';
import {
  findAccount,
  findAccountByEmail,
  findOpenReset,
  findPerson,
  getPerson,
} from '#lib/domain/accounts/reads/accounts.ts';
import {
  RESET_MINUTES,
  resetLimitBeyond,
  resetLimitPerEmail,
  resetLimitPerIp,
} from '#lib/domain/accounts/rules.ts';
import { endAccess } from '#lib/domain/accounts/writes/end-access.ts';
import { mailOwner } from '#lib/domain/accounts/writes/mail-owner.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts, passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { countedEmail } from '#lib/platform/mail/email-address.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { hashPassword, verifyPassword } from '#lib/platform/security/passwords.ts';
import {
  consumePoint,
  consumePointAt,
  tryConsume,
  type Window,
} from '#lib/platform/security/rate-limits.ts';

/**
 * Minimum duration (ms) of the answer to a reset request. `queueReset` usually takes less, with or
 * without an account.
 */
const MIN_REPLY_MS = 15;

/**
 * Mails a link to reset the password. It takes the same time with and without an account, so that
 * nobody learns which e-mails have one.
 */
export async function requestReset(ctx: RequestCtx, email: string): Promise<void> {
  await Promise.all([queueReset(ctx, email), sleep(MIN_REPLY_MS)]);
}

async function queueReset(ctx: RequestCtx, email: string): Promise<void> {
  const isAllowed = await isWithinLimits(ctx, email);
  await getDb().write(async (tx) => {
    const account = await findAccountByEmail(email, tx);
    const owner = isAllowed ? account : undefined;
    await audit(tx, ctx, {
      accountId: owner?.id ?? 'unknown',
      action: 'password.reset-requested',
    });
    if (owner) await sendReset(tx, owner.id, ctx.now);
  });
}

/** Mails a link to choose another password. Requires a transaction. */
export async function sendReset(tx: Tx, accountId: string, now: number): Promise<void> {
  const id = randomId();
  await tx
    .insert(passwordResets)
    .values({ id, accountId, expiresAt: now + RESET_MINUTES * MINUTE });
  const payload = { accountId, resetId: id };
  await mailOwner(tx, { kind: 'account.reset-mail', payload, now });
}

/**
 * Sets a new password by a mailed link, which works once and for an hour. All earlier access ends,
 * because somebody else may have it. Share links stay open, and a mail says how many there are. An
 * unverified registration becomes verified. Throws `invalid_token`, and `validation_failed` for a
 * weak password.
 */
export async function resetPassword(
  ctx: RequestCtx,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const openReset = await findOpenReset(token, ctx.now);
  const owner = openReset && (await findPerson(openReset.accountId));
  if (!owner) throw new AppError('invalid_token');
  checkPassword(password, owner);
  const passwordHash = await hashPassword(password);
  await getDb().write(async (tx) => {
    const reset = await findOpenReset(token, ctx.now, tx);
    if (!reset) throw new AppError('invalid_token');
    const { accountId } = reset;
    await endAccess(tx, ctx, accountId);
    await tx
      .update(accounts)
      .set({
        passwordHash,
        emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, ${ctx.now})`,
        updatedAt: ctx.now,
      })
      .where(eq(accounts.id, accountId));
    await splitCompanyRegistration(tx, ctx, owner);
    await audit(tx, ctx, { accountId, action: 'password.reset' });
    await mailChanged(tx, accountId, ctx.now);
  });
}

/**
 * Changes the password of a logged-in person, who must type the present one. Ends the other
 * sessions and the calendar URLs. Throws `validation_failed` for a wrong or weak password.
 */
export async function changePassword(
  ctx: SignedInCtx,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const account = await getPerson(ctx.accountId);
  if (!(await verifyPassword(account.passwordHash, current))) {
    throw new AppError('validation_failed', {
      fields: { current: 'La contraseña actual no coincide.' },
    });
  }
  checkPassword(password, account);
  const passwordHash = await hashPassword(password);
  await getDb().write(async (tx) => {
    // If another request reset the password in between, that reset wins. It has ended this session
    // too.
    const currentAccount = await findAccount(ctx.accountId, tx);
    if (currentAccount?.passwordHash !== account.passwordHash) throw new AppError('no_session');
    await tx
      .update(accounts)
      .set({ passwordHash, updatedAt: ctx.now })
      .where(eq(accounts.id, ctx.accountId));
    await endAllSessions(tx, ctx, ctx.accountId, ctx.sessionId);
    await tx.delete(passwordResets).where(eq(passwordResets.accountId, ctx.accountId));
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'password.changed' });
    await mailChanged(tx, ctx.accountId, ctx.now);
  });
}

/**
 * Returns whether another link may be mailed. Where it may not, the caller still answers 200, to
 * reveal nothing.
 */
async function isWithinLimits({ ip, now }: RequestCtx, email: string): Promise<boolean> {
  if (!getEnv().hasRateLimits) return true;
  const subject = countedEmail(email) ?? '';
  const consume = (window: Window) => tryConsume(consumePoint(window, subject, now));
  const isAllowedHere = await tryConsume(consumePointAt(ip, resetLimitPerIp, subject, now));
  return isAllowedHere && ((await consume(resetLimitPerEmail)) || consume(resetLimitBeyond));
}

/**
 * Notifies the owner of a changed password. Counts share links by SQL, because `share-links`
 * imports this folder.
 */
async function mailChanged(tx: Tx, accountId: string, now: number): Promise<void> {
  const openLinksCondition = and(
    eq(shareLinks.accountId, accountId),
    gt(shareLinks.expiresAt, now),
  );
  const payload = { accountId, at: now, links: await tx.$count(shareLinks, openLinksCondition) };
  await mailOwner(tx, { kind: 'account.password-changed-mail', payload, now });
}
