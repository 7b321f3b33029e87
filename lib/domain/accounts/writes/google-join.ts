import type { LoginResult } from '#lib/domain/accounts/browser.ts';
import { deviceSubject } from '#lib/domain/accounts/device.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findAccountIdByGoogleSub,
} from '#lib/domain/accounts/reads/accounts.ts';
import { GOOGLE_LINK_LIMIT } from '#lib/domain/accounts/rules.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import {
  linkedElsewhereError,
  linkGoogle,
  openGoogleSession,
  type PendingIdentity,
} from '#lib/domain/accounts/writes/google.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { verifyPassword } from '#lib/platform/security/passwords.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';

type Proof = { password?: string | undefined; code?: string | undefined };

/**
 * Links a Google identity to the account with the same e-mail, after the owner proved by password
 * or mailed code that the account is theirs. Throws `validation_failed` for a wrong proof, and
 * `conflict` if the account is linked to another identity.
 */
export async function joinGoogle(
  ctx: RequestCtx,
  { sub, email }: PendingIdentity,
  { password, code }: Proof,
): Promise<LoginResult> {
  const account = await getJoinableAccount(email);
  if (getEnv().hasRateLimits) await consumePoint(GOOGLE_LINK_LIMIT, account.id, ctx.now);
  const isPasswordCorrect =
    password !== undefined && (await verifyPassword(account.passwordHash ?? null, password));
  const codeId = code === undefined ? null : await tryCode(ctx, account.id, 'google');
  const login = await getDb().write(async (tx) => {
    const currentAccount = await findAccount(account.id, tx);
    const isUnchanged =
      currentAccount?.passwordHash === account.passwordHash &&
      currentAccount.role === account.role &&
      currentAccount.email === account.email;
    const isProven =
      isPasswordCorrect || (await takeCode(tx, codeId, { typed: code ?? '', now: ctx.now }));
    if (!isUnchanged || !isProven) {
      const subject = deviceSubject(ctx);
      await audit(tx, ctx, { accountId: account.id, action: 'session.refused', subject });
      return null;
    }
    const ownerId = await findAccountIdByGoogleSub(sub, tx);
    if (ownerId ? ownerId !== account.id : currentAccount.googleSub) throw linkedElsewhereError();
    if (!ownerId)
      await linkGoogle(tx, ctx, { accountId: account.id, googleSub: sub, ended: false });
    return openGoogleSession(tx, ctx, account.id);
  });
  if (!login) {
    const codeProblem = { code: 'El código no es correcto o ya venció.' };
    const fields = code === undefined ? { password: 'La contraseña no coincide.' } : codeProblem;
    throw new AppError('validation_failed', { fields });
  }
  return login;
}

/** Mails the code that `joinGoogle` checks, at most one a minute. */
export async function sendJoinCode(ctx: RequestCtx, { email }: PendingIdentity): Promise<void> {
  const account = await getJoinableAccount(email);
  await getDb().write(async (tx) => {
    await checkResend(tx, account.id, 'google', ctx.now);
    await sendCode(tx, { accountId: account.id, purpose: 'google', now: ctx.now });
    await audit(tx, ctx, { accountId: account.id, action: 'code.sent' });
  });
}

/** Returns the verified account with this e-mail. Throws `account_not_found`. */
async function getJoinableAccount(email: string): Promise<Account> {
  const account = await findAccountByEmail(email);
  if (!account?.emailVerifiedAt) throw new AppError('account_not_found');
  return account;
}
