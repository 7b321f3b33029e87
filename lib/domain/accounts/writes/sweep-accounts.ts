import { and, eq, isNull, lt } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, oneTimeCodes, passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';

const DAY = 24 * 60 * 60_000;

/** Forgets what has run out: codes, links, registrations nobody verified in 7 days, and refusals of addresses that have no account. */
export async function sweepAccounts(now: number): Promise<void> {
  await getDb().write(async (tx) => {
    await tx.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now - DAY));
    await tx.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
    await tx
      .delete(accounts)
      .where(and(isNull(accounts.emailVerifiedAt), lt(accounts.createdAt, now - 7 * DAY)));
    await tx
      .delete(auditEvents)
      .where(and(eq(auditEvents.accountId, 'unknown'), lt(auditEvents.at, now - DAY)));
  });
}
