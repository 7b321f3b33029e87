import { eq } from 'drizzle-orm';
import { isRegisteringBrowser, type LoginResult } from '#lib/domain/accounts/browser.ts';
import { splitCompanyRegistration } from '#lib/domain/accounts/companies/writes/create-company.ts';
import { checkPassword } from '#lib/domain/accounts/own-password.ts';
import { findAccount, findAccountByEmail } from '#lib/domain/accounts/reads/accounts.ts';
import { isReservedForPreviousOwner } from '#lib/domain/accounts/reads/email-changes.ts';
import { repeatedRegistrationLimits } from '#lib/domain/accounts/rules.ts';
import type { Registration } from '#lib/domain/accounts/schema.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { continueLogin } from '#lib/domain/accounts/writes/open-session.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { hashPassword } from '#lib/platform/security/passwords.ts';
import { consumeSharedLimit } from '#lib/platform/security/rate-limits.ts';

/** Invited people register without a RUT, although the published API demands one. */
type NewAccount = Omit<Registration, 'rut'> & { rut?: string };

/**
 * Registers an account and mails its code. Replaces an unverified registration of the same e-mail,
 * at most twice an hour from one IP. Returns the id of the code. Throws `email_taken`.
 */
export async function registerAccount(ctx: RequestCtx, input: NewAccount): Promise<string> {
  checkPassword(input.password, input);
  const waitingAccount = await findAccountByEmail(input.email);
  if (waitingAccount && !waitingAccount.emailVerifiedAt)
    await consumeSharedLimit(repeatedRegistrationLimits, input.email, ctx);
  const passwordHash = await hashPassword(input.password);
  return getDb().write(async (tx) => {
    const existing = await findAccountByEmail(input.email, tx);
    if (existing?.emailVerifiedAt || (await isReservedForPreviousOwner(input.email, ctx.now, tx)))
      throw new AppError('email_taken');
    const row = {
      role: input.role,
      passwordHash,
      googleSub: null,
      rut: input.rut ?? null,
      name: input.name ?? null,
      razonSocial: input.razonSocial ?? null,
      source: input.source ?? null,
      consentVersion: privacyVersion,
      consentAt: ctx.now,
      consentIp: ctx.ip,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    const accountId = existing?.id ?? randomId();
    if (existing) await tx.update(accounts).set(row).where(eq(accounts.id, accountId));
    else await tx.insert(accounts).values({ ...row, id: accountId, email: input.email });
    await audit(tx, ctx, { accountId, action: 'account.registered' });
    return sendCode(tx, { accountId, purpose: 'verify', keepsResendTime: true, now: ctx.now });
  });
}

/**
 * Verifies an e-mail by its code. Returns null if the person still has to log in, because another
 * browser registered or because the e-mail was verified before, for example by a first click.
 * Throws `account_not_found` and `invalid_code`.
 */
export async function verifyEmail(
  ctx: RequestCtx,
  { email, code }: { email: string; code: string },
): Promise<LoginResult | null> {
  const account = await findAccountByEmail(email);
  if (!account) throw new AppError('account_not_found');
  if (account.emailVerifiedAt) return null;
  const codeId = await tryCode(ctx, account.id, 'verify');
  const verification = await getDb().write(async (tx) => {
    if (!codeId || !(await takeCode(tx, codeId, { typed: code, now: ctx.now }))) {
      const isVerified = Boolean((await findAccount(account.id, tx))?.emailVerifiedAt);
      return { fits: isVerified, entered: null };
    }
    const stamps = { emailVerifiedAt: ctx.now, updatedAt: ctx.now };
    await tx.update(accounts).set(stamps).where(eq(accounts.id, account.id));
    await audit(tx, ctx, { accountId: account.id, action: 'email.verified' });
    await splitCompanyRegistration(tx, ctx, account);
    if (!isRegisteringBrowser(ctx, codeId)) return { fits: true, entered: null };
    const verifiedAccount = { ...account, ...stamps, role: 'natural' } as const;
    const entry = { account: verifiedAccount, profile: account.role, factor: 'password' } as const;
    return { fits: true, entered: await continueLogin(tx, ctx, entry) };
  });
  // The error is thrown outside the transaction, whose rollback would undo the count of tries.
  if (!verification.fits) throw new AppError('invalid_code');
  return verification.entered && { entered: verification.entered, role: account.role };
}

/**
 * Mails another code to an e-mail that is not verified yet, at most one a minute. Returns the id of
 * the code if this browser registered, otherwise null. Throws `account_not_found` and
 * `rate_limited`.
 */
export async function resendCode(ctx: RequestCtx, email: string): Promise<string | null> {
  return getDb().write(async (tx) => {
    const account = await findAccountByEmail(email, tx);
    if (!account) throw new AppError('account_not_found');
    if (account.emailVerifiedAt) return null;
    const previousCode = await checkResend(tx, account.id, 'verify', ctx.now);
    const codeId = await sendCode(tx, { accountId: account.id, purpose: 'verify', now: ctx.now });
    await audit(tx, ctx, { accountId: account.id, action: 'code.sent' });
    return previousCode && isRegisteringBrowser(ctx, previousCode.id) ? codeId : null;
  });
}
