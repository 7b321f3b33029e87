import { and, inArray, isNull, lt } from 'drizzle-orm';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { keptSince } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, oneTimeCodes, passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { DAY } from '#lib/platform/durations.ts';

const refusals = ['session.refused', 'password.reset-requested'];

/** Deletes expired codes, links, unverified registrations and old events. */
export async function sweepAccounts(now: number): Promise<void> {
  await getDb().write(async (tx) => {
    await tx.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now - DAY));
    await tx.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
    await tx
      .delete(accounts)
      .where(
        and(
          isNull(accounts.emailVerifiedAt),
          lt(accounts.createdAt, keptSince('unverifiedAccount', now)),
        ),
      );
    for (const kept of ['refusal', 'auditEvent'] as const) {
      // Named each, so that the index on action and time is searched, not the whole trail.
      const actions = Object.keys(auditCopy).filter(
        (action) => refusals.includes(action) === (kept === 'refusal'),
      );
      const isOld = lt(auditEvents.at, keptSince(kept, now));
      await tx.delete(auditEvents).where(and(inArray(auditEvents.action, actions), isOld));
    }
  });
}
