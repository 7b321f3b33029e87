import { and, eq, isNull } from 'drizzle-orm';
import { hasFactor } from '#lib/domain/accounts/reads/accounts.ts';
import { mailOwner } from '#lib/domain/accounts/writes/mail-owner.ts';
import { strengthenSession } from '#lib/domain/accounts/writes/sessions.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import type { DeliveryPayload } from '#lib/domain/deliveries/schema.ts';
import {
  plainRecoveryCode,
  RECOVERY_CODE_COUNT,
  recoveryCodeOf,
} from '#lib/domain/factors/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { recoveryCodes } from '#lib/platform/db/schema/factors.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomToken } from '#lib/platform/security/ids.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';

type FactorNotice = DeliveryPayload<'account.factors-mail'>['action'];
type FactorChange = Exclude<FactorNotice, 'factor.reset-approved'>;

/** Audits the change and mails the owner. Requires a transaction. */
export async function recordChange(
  tx: Tx,
  origin: AuditOrigin,
  { accountId, action, actor }: { accountId: string; action: FactorChange; actor?: string },
): Promise<void> {
  await audit(tx, origin, { accountId, action, ...(actor && { actor }) });
  await mailChange(tx, { accountId, action, now: origin.now });
}

/** Mails about a change, to the owner or to the admin who requested it. */
export async function mailChange(
  tx: Tx,
  { accountId, action, now }: { accountId: string; action: FactorNotice; now: number },
): Promise<void> {
  const payload = { accountId, action, at: now };
  await mailOwner(tx, { kind: 'account.factors-mail', payload, now });
}

/**
 * Runs when an account gets a second factor. Ends the account's other sessions that were opened
 * without one, and marks the current session as one with a second factor. Returns new recovery
 * codes, or null if unused codes are left. Requires a transaction.
 */
export async function secureSessions(tx: Tx, ctx: SignedInCtx): Promise<string[] | null> {
  const { accountId } = ctx;
  await strengthenSession(tx, ctx);
  const unusedCondition = and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt));
  return (await tx.$count(recoveryCodes, unusedCondition)) > 0
    ? null
    : makeRecoveryCodes(tx, accountId);
}

/** Replaces all recovery codes by ten new ones. Requires a transaction. */
async function makeRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    recoveryCodeOf(Buffer.from(randomToken(), 'base64url')),
  );
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, hash: hashToken(plainRecoveryCode(code)) })));
  return codes;
}

/**
 * Returns new recovery codes in place of all former ones. Throws `conflict` without a second
 * factor.
 */
export async function renewRecoveryCodes(ctx: SignedInCtx): Promise<string[]> {
  const { accountId } = ctx;
  return getDb().write(async (tx) => {
    if (!(await hasFactor(accountId, tx))) {
      throw conflict('Agrega primero una llave o una app de códigos.');
    }
    await recordChange(tx, ctx, { accountId, action: 'factor.recovery-renewed' });
    return makeRecoveryCodes(tx, accountId);
  });
}

/**
 * Throws `conflict` if an admin would have no factor left. Deletes the recovery codes of others
 * together with their last factor.
 */
export async function checkRemainingFactors(
  tx: Tx,
  { accountId, role }: SignedInCtx,
): Promise<void> {
  if (await hasFactor(accountId, tx)) return;
  if (role === 'admin') {
    throw conflict('Es tu única forma de confirmar que eres tú. Agrega otra antes de quitarla.');
  }
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}
