import { eq } from 'drizzle-orm';
import { endAccess, removeFactors } from '#lib/domain/accounts/writes/end-access.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { accounts, knownBrowsers } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { idOfToken } from '#lib/platform/secrets.ts';

/** The browser that a mailed "No fui yo" is about; null once all access was ended since. */
export async function findDisowned(token: string, db: Reads | Tx = getDb().read) {
  const id = idOfToken('not-me', token);
  if (!id) return null;
  const [row] = await db
    .select({ accountId: accounts.id, role: accounts.role, since: knownBrowsers.createdAt })
    .from(knownBrowsers)
    .innerJoin(accounts, eq(accounts.id, knownBrowsers.accountId))
    .where(eq(knownBrowsers.id, id))
    .limit(1);
  return row ?? null;
}

/**
 * Ends all that opens the account, the password too, and second factors that came since. Of an admin
 * these stay, as a mailbox alone must not open what it sees. Throws `invalid_token` when it was done.
 */
export async function disownBrowser(ctx: RequestCtx, token: string): Promise<void> {
  await getDb().write(async (tx) => {
    const found = await findDisowned(token, tx);
    if (!found) throw new AppError('invalid_token');
    const { accountId, role, since } = found;
    if (role !== 'admin') await removeFactors(tx, accountId, since);
    await endAccess(tx, ctx, accountId);
    await audit(tx, ctx, { accountId, action: 'access.ended' });
  });
}
