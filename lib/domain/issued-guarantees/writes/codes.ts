import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import { getIssuedGuarantee } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { newVerificationCode } from '#lib/domain/issued-guarantees/rules.ts';
import { auditForOwner } from '#lib/domain/issued-guarantees/writes/record-changes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { verificationCodes } from '#lib/platform/db/schema/issued-guarantees.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Renews or ends the verification code of a record. Returns the new code, or null. Throws
 * `not_found`, and `conflict` if the record is annulled.
 */
export async function changeCode(
  ctx: SignedInCtx | AdminCtx,
  id: string,
  action: 'renew' | 'end',
): Promise<string | null> {
  return getDb().write(async (tx) => {
    const record = await getIssuedGuarantee(ctx, id, tx);
    const { number, reported, code } = record;
    if (reported === 'anulada') throw conflict(issuedRefusals.mistake);
    if (action === 'end' && code === null) return null;
    await endCode(tx, number, ctx.now);
    const newCode = action === 'renew' ? await addCode(tx, number, ctx.now) : null;
    await auditForOwner(tx, ctx, record, newCode ? 'code-renewed' : 'code-ended');
    return newCode;
  });
}

/** Adds a verification code. Any previous code of the guarantee must have ended. */
export async function addCode(tx: Tx, guaranteeNumber: number, now: number): Promise<string> {
  const code = newVerificationCode(randomBytes(20));
  await tx.insert(verificationCodes).values({ code, guaranteeNumber, createdAt: now });
  return code;
}

export async function endCode(tx: Tx, guarantee: number, now: number): Promise<void> {
  await tx
    .update(verificationCodes)
    .set({ endedAt: now })
    .where(
      and(eq(verificationCodes.guaranteeNumber, guarantee), isNull(verificationCodes.endedAt)),
    );
}
