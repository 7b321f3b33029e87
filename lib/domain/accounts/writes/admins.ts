import { eq } from 'drizzle-orm';
import { findAccountByEmail } from '#lib/domain/accounts/reads/accounts.ts';
import { isReservedForPreviousOwner } from '#lib/domain/accounts/reads/email-changes.ts';
import { endAccess, removeFactors } from '#lib/domain/accounts/writes/end-access.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * Makes the account with this e-mail an admin's, or creates one. The e-mail counts as verified, and
 * the admin sets the password at /recuperar. All earlier access to the account ends, because it was
 * given under weaker rules. Returns false if the account already is an admin's. Throws
 * `email_taken` while another account may still take the e-mail back.
 */
export async function createAdmin(email: string, now: number): Promise<boolean> {
  return getDb().write(async (tx) => {
    const existing = await findAccountByEmail(email, tx);
    if (existing?.role === 'admin') return false;
    if (await isReservedForPreviousOwner(email, now, tx)) throw new AppError('email_taken');
    const id = existing?.id ?? randomId();
    const row = { role: 'admin' as const, emailVerifiedAt: now, updatedAt: now };
    if (existing) {
      await endAccess(tx, originOfOperator(now), id);
      await removeFactors(tx, id);
      await tx.update(accounts).set(row).where(eq(accounts.id, id));
    } else await tx.insert(accounts).values({ ...row, id, email, createdAt: now });
    await audit(tx, originOfOperator(now), {
      accountId: id,
      action: 'account.created-by-operator',
    });
    return true;
  });
}

/**
 * Turns an admin into a natural person and ends their sessions. Returns false for other accounts.
 */
export async function revokeAdmin(email: string, now: number): Promise<boolean> {
  return getDb().write(async (tx) => {
    const account = await findAccountByEmail(email, tx);
    if (account?.role !== 'admin') return false;
    await tx
      .update(accounts)
      .set({ role: 'natural', updatedAt: now })
      .where(eq(accounts.id, account.id));
    await endAllSessions(tx, originOfOperator(now), account.id);
    await audit(tx, originOfOperator(now), {
      accountId: account.id,
      action: 'role.revoked',
    });
    return true;
  });
}

function originOfOperator(now: number) {
  return { requestId: 'cli', ip: 'cli', now, actor: 'cli' };
}
