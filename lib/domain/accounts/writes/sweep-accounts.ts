import { and, eq, isNull, lt } from 'drizzle-orm';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, oneTimeCodes, passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';

const refusals = ['session.refused', 'password.reset-requested'];
const DAY = 24 * 60 * 60_000;

/** How long events are kept: two years, and 90 days what anybody can cause. The privacy page says so. */
const keptDays = Object.fromEntries(
  Object.keys(auditCopy).map((action) => [action, refusals.includes(action) ? 90 : 730]),
);

/** Forgets what has run out: codes, links, registrations nobody verified in 7 days, old events. */
export async function sweepAccounts(now: number): Promise<void> {
  await getDb().write(async (tx) => {
    await tx.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now - DAY));
    await tx.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
    await tx
      .delete(accounts)
      .where(and(isNull(accounts.emailVerifiedAt), lt(accounts.createdAt, now - 7 * DAY)));
    for (const [action, days] of Object.entries(keptDays)) {
      await tx
        .delete(auditEvents)
        .where(and(eq(auditEvents.action, action), lt(auditEvents.at, now - days * DAY)));
    }
  });
}
