import { eq } from 'drizzle-orm';
import { findAccount, findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';

/** Verifies an address by its code; one that is verified already is fine. It opens no session. */
export async function verifyEmail(
  ctx: RequestCtx,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const account = await findAccountByEmail(email);
  if (!account) throw new AppError('account_not_found');
  if (account.emailVerifiedAt) return;
  const codeId = await tryCode(ctx, account.id, 'verify');
  const fits = await getDb().write(async (tx) => {
    if (!(await takeCode(tx, codeId, { typed: code, now: ctx.now }))) {
      return Boolean((await findAccount(account.id, tx))?.emailVerifiedAt);
    }
    await tx
      .update(accounts)
      .set({ emailVerifiedAt: ctx.now, updatedAt: ctx.now })
      .where(eq(accounts.id, account.id));
    await audit(tx, ctx, { accountId: account.id, action: 'email.verified' });
    return true;
  });
  // Thrown outside: a rolled back write would give the try back.
  if (!fits) throw new AppError('invalid_code');
}

/** Another code for an address that is not verified yet; at most one a minute. */
export async function resendCode(ctx: RequestCtx, email: string): Promise<void> {
  await getDb().write(async (tx) => {
    const account = await findAccountByEmail(email, tx);
    if (!account) throw new AppError('account_not_found');
    if (account.emailVerifiedAt) return;
    await checkResend(tx, account.id, 'verify', ctx.now);
    await sendCode(tx, { accountId: account.id, purpose: 'verify', now: ctx.now });
    await audit(tx, ctx, { accountId: account.id, action: 'code.sent' });
  });
  wakeDeliveries();
}
