import { and, eq, gte } from 'drizzle-orm';
import { hasFactor } from '#lib/domain/accounts/reads.ts';
import { unlinkGoogle } from '#lib/domain/accounts/writes/google-link.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import type { Where } from '#lib/domain/audit/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import {
  accounts,
  knownBrowsers,
  oneTimeCodes,
  passwordResets,
} from '#lib/platform/db/schema/accounts.ts';
import { passkeys, recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';

/** Inside a write: password, Google, sessions, calendar address, codes, reset links, browsers. */
export async function endAccess(tx: Tx, ctx: Where, accountId: string): Promise<void> {
  const ended = { passwordHash: null, updatedAt: ctx.now };
  await unlinkGoogle(tx, ctx, accountId);
  await tx.update(accounts).set(ended).where(eq(accounts.id, accountId));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.accountId, accountId));
  await tx.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.accountId, accountId));
  await endAllSessions(tx, ctx, accountId);
}

/** Inside a write: of the second factors, of which a reset alone takes none, those that came since. */
export async function removeFactors(tx: Tx, accountId: string, since = 0): Promise<void> {
  for (const table of [totpSecrets, passkeys]) {
    await tx.delete(table).where(and(eq(table.accountId, accountId), gte(table.createdAt, since)));
  }
  if (await hasFactor(accountId, tx)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}
