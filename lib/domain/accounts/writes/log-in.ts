import { eq } from 'drizzle-orm';
import { getLoginProfile } from '#lib/domain/accounts/companies/login-profile.ts';
import { deviceSubject } from '#lib/domain/accounts/device.ts';
import {
  type Account,
  findAccountByEmail,
  type Person,
} from '#lib/domain/accounts/reads/accounts.ts';
import { auditRefusedLogin, continueLogin } from '#lib/domain/accounts/writes/open-session.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, Role } from '#lib/platform/operations/operation.ts';
import { hashPassword, isOutdated, verifyPassword } from '#lib/platform/security/passwords.ts';

type Credentials = { email: string; password: string; profile?: Role | undefined };

/**
 * Logs in by password. Throws the same error for an unknown e-mail and a wrong password, so that
 * nobody learns which e-mails have accounts.
 */
export async function logIn(ctx: RequestCtx, { email, password, profile }: Credentials) {
  const account = await findAccountByEmail(email);
  const isPasswordCorrect = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isPasswordCorrect) {
    await recordRefusal(ctx, account);
    throw new AppError('wrong_credentials');
  }
  return auditRefusedLogin(ctx, account, () =>
    enterWithPassword(ctx, account, { password, profile }),
  );
}

async function enterWithPassword(
  ctx: RequestCtx,
  account: Person,
  { password, profile }: Omit<Credentials, 'email'>,
) {
  if (!account.emailVerifiedAt) throw new AppError('email_not_verified');
  const newHash = isOutdated(account.passwordHash ?? '') ? await hashPassword(password) : null;
  const outcome = await getDb().write(async (tx) => {
    // The account may have changed since it was read: a reset, a deletion, a revoked role.
    const currentAccount = await findAccountByEmail(account.email, tx);
    if (
      currentAccount?.passwordHash !== account.passwordHash ||
      currentAccount?.role !== account.role
    )
      return null;
    if (newHash) {
      await tx
        .update(accounts)
        .set({ passwordHash: newHash, updatedAt: ctx.now })
        .where(eq(accounts.id, account.id));
    }
    const updatedAccount = {
      ...currentAccount,
      passwordHash: newHash ?? currentAccount.passwordHash,
    };
    const role = await getLoginProfile(tx, currentAccount, profile);
    return {
      role,
      entered: await continueLogin(tx, ctx, {
        account: updatedAccount,
        profile: role,
        factor: 'password',
      }),
    };
  });
  if (!outcome) throw new AppError('wrong_credentials');
  return { entered: outcome.entered, data: { email: account.email, role: outcome.role } };
}

/** Records a refused login, for unknown e-mails too, so that the response time reveals nothing. */
async function recordRefusal(ctx: RequestCtx, account: Account | null): Promise<void> {
  const accountId = account?.id ?? 'unknown';
  const subject = deviceSubject(ctx);
  await getDb().write((tx) => audit(tx, ctx, { accountId, action: 'session.refused', subject }));
}
