import { and, eq, isNull, lt } from 'drizzle-orm';
import { plainCode, plainRecoveryCode, TRIES } from '#lib/domain/factors/rules.ts';
import { tellChange } from '#lib/domain/factors/writes/change.ts';
import { checkPasskey, type Taking } from '#lib/domain/factors/writes/show-passkey.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { takePoint } from '#lib/platform/rate-limits.ts';
import { unseal } from '#lib/platform/sealed.ts';
import { hashToken } from '#lib/platform/secrets.ts';
import { stepOfCode } from '#lib/platform/totp.ts';
import type { Credential } from '#lib/platform/webauthn.ts';

export type Proof = { code?: string | undefined; credential?: Credential | undefined };

/** Takes one of the account's tries at a code; what it returns goes into the write that it is for. */
export async function checkFactor(
  ctx: RequestCtx,
  accountId: string,
  { code = '', credential }: Proof,
): Promise<Taking> {
  if (credential) {
    const shown = await checkPasskey(ctx, credential);
    return shown?.accountId === accountId ? shown.take : async () => false;
  }
  for (const window of TRIES) await takePoint(window, accountId, ctx.now);
  const digits = plainCode(code);
  return /^\d{6}$/.test(digits)
    ? takingTotp(ctx, accountId, digits)
    : takingRecovery(ctx, accountId, plainRecoveryCode(code));
}

/** The step is set in the statement that compares it: of the same code at once one is taken. */
async function takingTotp({ now }: RequestCtx, accountId: string, code: string): Promise<Taking> {
  const [row] = await getDb()
    .read.select({ secret: totpSecrets.secret })
    .from(totpSecrets)
    .where(eq(totpSecrets.accountId, accountId));
  const secret = row && unseal('totp', accountId, row.secret);
  const step = secret ? await stepOfCode(secret, code, now) : null;
  return async (tx) => {
    if (step === null || !row) return false;
    const isThis = and(eq(totpSecrets.accountId, accountId), eq(totpSecrets.secret, row.secret));
    const taken = await tx
      .update(totpSecrets)
      .set({ lastStep: step })
      .where(and(isThis, lt(totpSecrets.lastStep, step)))
      .returning({ lastStep: totpSecrets.lastStep });
    return taken.length > 0;
  };
}

function takingRecovery(ctx: RequestCtx, accountId: string, code: string): Taking {
  const isThis = and(
    eq(recoveryCodes.hash, hashToken(code)),
    eq(recoveryCodes.accountId, accountId),
  );
  return async (tx) => {
    const taken = await tx
      .update(recoveryCodes)
      .set({ usedAt: ctx.now })
      .where(and(isThis, isNull(recoveryCodes.usedAt)))
      .returning({ hash: recoveryCodes.hash });
    if (taken.length === 0) return false;
    await tellChange(tx, ctx, { accountId, action: 'factor.recovery-used' });
    return true;
  };
}
