import { eq } from 'drizzle-orm';
import { deviceSubject } from '#lib/domain/accounts/device.ts';
import { getAccount, hasFactor } from '#lib/domain/accounts/reads.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { checkFactor, type Proof } from '#lib/domain/factors/writes/check-factor.ts';
import type { Taking } from '#lib/domain/factors/writes/show-passkey.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { passwordFits } from '#lib/platform/passwords.ts';

export type AnyProof = Proof & { password?: string | undefined; mailCode?: string | undefined };

/** The session's owner shows once more who it is; for a quarter of an hour that is enough. */
export async function proveAgain(ctx: MemberCtx, proof: AnyProof): Promise<void> {
  const take = await takingOf(ctx, proof);
  const fits = await getDb().write(async (tx) => {
    const isRight = await take(tx);
    const action = isRight ? 'session.proved' : 'factor.refused';
    await audit(tx, ctx, { accountId: ctx.accountId, action, subject: deviceSubject(ctx) });
    if (isRight) {
      const isThis = eq(sessions.id, ctx.sessionId);
      await tx.update(sessions).set({ provedAt: ctx.now }).where(isThis);
    }
    return isRight;
  });
  if (fits) return;
  const field = (['password', 'mailCode', 'code'] as const).find((name) => proof[name]);
  throw new AppError('validation_failed', {
    fields: { [field ?? 'code']: wrong[field ?? 'code'] },
  });
}

const wrong = {
  password: 'La contraseña no coincide.',
  mailCode: 'El código no es correcto o ya venció.',
  code: 'El código no es correcto o ya se usó.',
};

async function takingOf(
  ctx: MemberCtx,
  { password, mailCode, ...factor }: AnyProof,
): Promise<Taking> {
  const { accountId, now } = ctx;
  if (password !== undefined) {
    const { passwordHash } = await getAccount(accountId);
    const fits = await passwordFits(passwordHash, password);
    return async (tx) => fits && (await getAccount(accountId, tx)).passwordHash === passwordHash;
  }
  if (mailCode === undefined) return checkFactor(ctx, accountId, factor);
  await onlyByMail(ctx);
  const codeId = await tryCode(ctx, accountId, 'proof');
  return (tx) => takeCode(tx, codeId, { typed: mailCode, now });
}

/** A code by mail, for who has neither a password nor a second factor: Google alone opens the account. */
export async function sendProofCode(ctx: MemberCtx): Promise<void> {
  const { accountId, now } = ctx;
  await onlyByMail(ctx);
  await getDb().write(async (tx) => {
    await checkResend(tx, accountId, 'proof', now);
    await sendCode(tx, { accountId, purpose: 'proof', now });
    await audit(tx, ctx, { accountId, action: 'code.sent' });
  });
}

async function onlyByMail({ accountId }: MemberCtx): Promise<void> {
  const { passwordHash } = await getAccount(accountId);
  if (passwordHash || (await hasFactor(accountId))) throw new AppError('forbidden');
}
