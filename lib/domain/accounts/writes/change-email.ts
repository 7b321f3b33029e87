import { and, desc, eq, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { getPerson } from '#lib/domain/accounts/reads/accounts.ts';
import {
  findPendingChange,
  findUndoableChange,
  isEmailFree,
  pendingChangeCondition,
} from '#lib/domain/accounts/reads/email-changes.ts';
import { EMAIL_CHANGE_MS, emailChangeLimit } from '#lib/domain/accounts/rules.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { endAccess, removeFactors } from '#lib/domain/accounts/writes/end-access.ts';
import { mailOwner } from '#lib/domain/accounts/writes/mail-owner.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { moveEmail, moveEmailBack } from '#lib/domain/ownership/writes/move-email.ts';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import { maskedEmail } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import {
  accounts,
  emailChanges,
  oneTimeCodes,
  passwordResets,
} from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { consumeSharedLimit } from '#lib/platform/security/rate-limits.ts';
import { shortIp } from '#lib/platform/web/ip-addresses.ts';

type EmailPair = { previous: string; email: string };

/**
 * Mails a code to the new e-mail, at most once a minute. Replaces a change that was not confirmed.
 * Whether another account has the e-mail is checked only when the mail is composed, so neither the
 * answer nor its duration reveals it.
 */
export async function requestEmailChange(ctx: SignedInCtx, email: string): Promise<void> {
  const { accountId, now } = ctx;
  checkRole(ctx);
  if (email === ctx.email) {
    throw new AppError('validation_failed', { fields: { email: 'Ese ya es tu correo.' } });
  }
  await consumeSharedLimit(emailChangeLimit, email, ctx);
  await getDb().write(async (tx) => {
    const previous = await findPendingChange(accountId, now, tx);
    if (previous?.email === email) await checkResend(tx, accountId, 'email', now);
    await consumeMailPoint(tx, { from: accountId, to: email, now });
    const change = { previous: ctx.email, email };
    await tx.delete(emailChanges).where(pendingChangeCondition(accountId));
    await tx.insert(emailChanges).values({ ...change, accountId, endsAt: now + EMAIL_CHANGE_MS });
    await sendCode(tx, { accountId, purpose: 'email', now });
    await audit(tx, ctx, {
      accountId,
      action: 'email.change-requested',
      subject: subjectOf(change),
    });
  });
}

/** Cancels a change that was not confirmed, if there is one. */
export async function cancelEmailChange({ accountId }: SignedInCtx): Promise<void> {
  await getDb().write((tx) => tx.delete(emailChanges).where(pendingChangeCondition(accountId)));
}

/**
 * Changes the e-mail once its code was typed. Returns the new e-mail. Throws `invalid_code` if the
 * code is wrong or has expired, and `email_taken` if another account got the e-mail in between.
 */
export async function confirmEmailChange(ctx: SignedInCtx, typedCode: string): Promise<string> {
  const { accountId, now } = ctx;
  checkRole(ctx);
  const codeId = await tryCode(ctx, accountId, 'email');
  const result = await getDb().write(async (tx) => {
    if (!(await takeCode(tx, codeId, { typed: typedCode, now }))) return 'invalid_code';
    const change = await findPendingChange(accountId, now, tx);
    if (!change) return 'invalid_code';
    if (!(await isEmailFree(change.email, { accountId, now }, tx))) {
      await tx.delete(emailChanges).where(pendingChangeCondition(accountId));
      return 'email_taken';
    }
    await changeEmail(tx, ctx, change);
    return change;
  });
  // The error is thrown outside the transaction, whose rollback would undo the count of tries.
  if (typeof result === 'string') throw new AppError(result);
  return result.email;
}

/**
 * Sets the new e-mail of the account. Ends its other sessions, and the codes and links that were
 * mailed to the former e-mail.
 */
async function changeEmail(
  tx: Tx,
  ctx: SignedInCtx,
  { id: changeId, email }: { id: number; email: string },
): Promise<void> {
  const { accountId, now } = ctx;
  const { email: previousEmail } = await getPerson(accountId, tx);
  // An unverified registration does not reserve the e-mail, because its author never proved it.
  const unprovedCondition = and(eq(accounts.email, email), isNull(accounts.emailVerifiedAt));
  await tx.delete(accounts).where(unprovedCondition);
  await tx.update(accounts).set({ email, updatedAt: now }).where(eq(accounts.id, accountId));
  const movedKeys = await moveEmail(tx, { from: previousEmail, to: email });
  const row = {
    previous: previousEmail,
    moved: movedKeys,
    changedAt: now,
    endsAt: now + retentionDays.formerEmail * DAY,
  };
  await tx.update(emailChanges).set(row).where(eq(emailChanges.id, changeId));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.accountId, accountId));
  await tx.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
  await endAllSessions(tx, ctx, accountId, ctx.sessionId);
  const subject = subjectOf({ previous: previousEmail, email });
  await audit(tx, ctx, { accountId, action: 'email.changed', subject });
  await mailUnusedEmail(tx, ctx, { id: changeId, accountId });
}

/** Notifies the e-mail that the account no longer uses. */
function mailUnusedEmail(
  tx: Tx,
  ctx: RequestCtx,
  { id, accountId }: { id: number; accountId: string },
) {
  const origin = { device: deviceOf(ctx.agent), place: shortIp(ctx.ip), at: ctx.now };
  const payload = { accountId, changeId: id, ...origin };
  return mailOwner(tx, { kind: 'account.email-changed-mail', payload, now: ctx.now });
}

/**
 * Gives the account the e-mail that it had before this change, and undoes all later changes too.
 * The person who made the change may know the password or have linked Google, so everything that
 * opens the account ends, as after "No fui yo". Throws `invalid_token`.
 */
export async function undoEmailChange(ctx: RequestCtx, token: string): Promise<void> {
  const { now } = ctx;
  await getDb().write(async (tx) => {
    const change = await findUndoableChange(token, now, tx);
    if (!change) throw new AppError('invalid_token');
    const { accountId, previous } = change;
    const laterCondition = and(
      eq(emailChanges.accountId, accountId),
      gte(emailChanges.id, change.id),
      isNotNull(emailChanges.changedAt),
      isNull(emailChanges.undoneAt),
    );
    const undoneChanges = await tx
      .select()
      .from(emailChanges)
      .where(laterCondition)
      .orderBy(desc(emailChanges.id));
    for (const { email, moved, changedAt, ...undoneChange } of undoneChanges) {
      await moveEmailBack(
        tx,
        { from: email, to: undoneChange.previous },
        { moved, since: changedAt ?? 0 },
      );
    }
    const ids = undoneChanges.map(({ id }) => id);
    await tx.update(emailChanges).set({ undoneAt: now }).where(inArray(emailChanges.id, ids));
    await tx.delete(emailChanges).where(pendingChangeCondition(accountId));
    await removeFactors(tx, accountId, change.changedAt ?? 0);
    await endAccess(tx, ctx, accountId);
    await tx.update(accounts).set({ email: previous }).where(eq(accounts.id, accountId));
    const lastChange = undoneChanges[0] ?? change;
    const subject = subjectOf({ previous: lastChange.email, email: previous });
    await audit(tx, ctx, { accountId, action: 'email.restored', subject });
    await mailUnusedEmail(tx, ctx, lastChange);
  });
}

function subjectOf({ previous, email }: EmailPair): string {
  return `email:${maskedEmail(previous)} → ${maskedEmail(email)}`;
}

/**
 * Throws `forbidden` for an admin. Operators identify admins by e-mail, so only `npm run admin`
 * changes that.
 */
function checkRole({ role }: SignedInCtx): void {
  if (role === 'admin') throw new AppError('forbidden');
}
