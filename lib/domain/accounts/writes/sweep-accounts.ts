import { and, isNull, lt } from 'drizzle-orm';
import { BROWSER_DAYS } from '#lib/domain/accounts/rules.ts';
import { sweepEvents } from '#lib/domain/audit/seal.ts';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import {
  accounts,
  emailChanges,
  knownBrowsers,
  oneTimeCodes,
  passwordResets,
} from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/**
 * Deletes what has expired: unverified registrations, codes, links, invitations, unused browsers
 * and audit events. `now` is in ms.
 */
export async function sweepAccounts(now: number): Promise<void> {
  await getDb().write(async (tx) => {
    await tx.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now - DAY));
    await tx.delete(emailChanges).where(lt(emailChanges.endsAt, now));
    const endedInvitationsCondition = lt(
      companyInvitations.endsAt,
      retentionStart('invitation', now),
    );
    await tx.delete(companyInvitations).where(endedInvitationsCondition);
    await tx.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
    await tx
      .delete(accounts)
      .where(
        and(
          isNull(accounts.emailVerifiedAt),
          lt(accounts.createdAt, retentionStart('unverifiedAccount', now)),
        ),
      );
    await tx.delete(knownBrowsers).where(lt(knownBrowsers.seenAt, now - BROWSER_DAYS * DAY));
    await sweepEvents(tx, now);
  });
}
