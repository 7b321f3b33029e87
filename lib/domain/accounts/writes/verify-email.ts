import { and, eq } from 'drizzle-orm';
import { findAccount, findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { CODE_MINUTES } from '#lib/domain/accounts/rules.ts';
import { enter, letIn, TICKET_COOKIE } from '#lib/domain/accounts/second-step.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts, oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx, Role } from '#lib/platform/operation.ts';
import { sign, signatureFits } from '#lib/platform/secrets.ts';

/** The browser that chose the password is known again by the code that it waits for. */
export function awaitCode(ctx: RequestCtx, codeId: string): void {
  ctx.cookies.set(TICKET_COOKIE, sign('first-session', codeId), CODE_MINUTES * 60);
}

function awaits({ cookies }: RequestCtx, codeId: string): boolean {
  return signatureFits('first-session', codeId, cookies.get(TICKET_COOKIE) ?? '');
}

/** Verifying twice is fine. Returns the role of the first session; null: the browser logs in. */
export async function verifyEmail(
  ctx: RequestCtx,
  { email, code }: { email: string; code: string },
): Promise<Role | null> {
  const account = await findAccountByEmail(email);
  if (!account) throw new AppError('account_not_found');
  if (account.emailVerifiedAt) return null;
  const codeId = await tryCode(ctx, account.id, 'verify');
  const verified = await getDb().write(async (tx) => {
    if (!codeId || !(await takeCode(tx, codeId, { typed: code, now: ctx.now }))) {
      const fits = Boolean((await findAccount(account.id, tx))?.emailVerifiedAt);
      return { fits, entered: null };
    }
    const stamps = { emailVerifiedAt: ctx.now, updatedAt: ctx.now };
    await tx.update(accounts).set(stamps).where(eq(accounts.id, account.id));
    await audit(tx, ctx, { accountId: account.id, action: 'email.verified' });
    if (!awaits(ctx, codeId)) return { fits: true, entered: null };
    const entry = {
      account: { ...account, ...stamps },
      profile: account.role,
      by: 'password',
    } as const;
    return { fits: true, entered: await enter(tx, ctx, entry) };
  });
  // Thrown outside: a rolled back write would give the try back.
  if (!verified.fits) throw new AppError('invalid_code');
  if (!verified.entered) return null;
  ctx.cookies.set(TICKET_COOKIE, '', 0);
  return letIn(ctx, verified.entered) ? account.role : null;
}

/** Another code for an address that is not verified yet; at most one a minute. */
export async function resendCode(ctx: RequestCtx, email: string): Promise<void> {
  const waiting = await getDb().write(async (tx) => {
    const account = await findAccountByEmail(email, tx);
    if (!account) throw new AppError('account_not_found');
    if (account.emailVerifiedAt) return null;
    await checkResend(tx, account.id, 'verify', ctx.now);
    const before = await codeUnderWay(tx, account.id);
    const codeId = await sendCode(tx, { accountId: account.id, purpose: 'verify', now: ctx.now });
    await audit(tx, ctx, { accountId: account.id, action: 'code.sent' });
    return before && awaits(ctx, before.id) ? codeId : null;
  });
  if (waiting) awaitCode(ctx, waiting);
}

async function codeUnderWay(tx: Tx, accountId: string) {
  const isVerify = eq(oneTimeCodes.purpose, 'verify');
  const [code] = await tx
    .select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.accountId, accountId), isVerify))
    .limit(1);
  return code;
}
