import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { findReportedBrowser, getAccount, hasFactor } from '#lib/domain/accounts/reads/accounts.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import {
  accounts,
  knownBrowsers,
  oneTimeCodes,
  passwordResets,
} from '#lib/platform/db/schema/accounts.ts';
import { passkeys, recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Ends everything that opens the account: password, Google, sessions, calendar URLs, codes, reset
 * links and known browsers. Requires a transaction.
 */
export async function endAccess(tx: Tx, ctx: AuditOrigin, accountId: string): Promise<void> {
  const ended = { passwordHash: null, updatedAt: ctx.now };
  await clearGoogleLink(tx, ctx, accountId);
  await tx.update(accounts).set(ended).where(eq(accounts.id, accountId));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.accountId, accountId));
  await tx.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.accountId, accountId));
  await endAllSessions(tx, ctx, accountId);
}

/**
 * Removes the second factors that were added since `since` (ms), by default all, and the recovery
 * codes if no factor is left. `endAccess` does not do this, because factors stay when a password is
 * reset.
 */
export async function removeFactors(tx: Tx, accountId: string, since = 0): Promise<void> {
  for (const table of [totpSecrets, passkeys]) {
    await tx.delete(table).where(and(eq(table.accountId, accountId), gte(table.createdAt, since)));
  }
  if (await hasFactor(accountId, tx)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

/** Unlinks Google and returns whether it was linked. */
async function clearGoogleLink(tx: Tx, ctx: AuditOrigin, accountId: string): Promise<boolean> {
  const unlinkedAccounts = await tx
    .update(accounts)
    .set({ googleSub: null, updatedAt: ctx.now })
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.googleSub)))
    .returning({ id: accounts.id });
  if (unlinkedAccounts.length === 0) return false;
  await audit(tx, ctx, { accountId, action: 'google.unlinked' });
  return true;
}

/**
 * Unlinks Google, and ends the other sessions and the calendar URL. Throws `conflict` for an
 * account without a password, which only Google can open.
 */
export async function unlinkOwnGoogle(ctx: SignedInCtx): Promise<void> {
  const { accountId } = ctx;
  await getDb().write(async (tx) => {
    const { passwordHash } = await getAccount(accountId, tx);
    if (!passwordHash) {
      throw conflict(
        'Sin contraseña no podrías volver a ingresar. Créala con el enlace de “Olvidé mi contraseña”.',
      );
    }
    if (!(await clearGoogleLink(tx, ctx, accountId))) return;
    await endAllSessions(tx, ctx, accountId, ctx.sessionId);
  });
}

/**
 * Ends all access to the account after "No fui yo" about a login, the password included, and
 * removes second factors that were added after that login. An admin keeps all factors, because a
 * mailbox must not be enough to enter the admin area. Throws `invalid_token` if the link was used.
 */
export async function disownBrowser(ctx: RequestCtx, token: string): Promise<void> {
  await getDb().write(async (tx) => {
    const reportedBrowser = await findReportedBrowser(token, tx);
    if (!reportedBrowser) throw new AppError('invalid_token');
    const { accountId, role, since } = reportedBrowser;
    if (role !== 'admin') await removeFactors(tx, accountId, since);
    await endAccess(tx, ctx, accountId);
    await audit(tx, ctx, { accountId, action: 'access.ended' });
  });
}
