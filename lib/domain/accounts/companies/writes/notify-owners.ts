import { listOwners } from '#lib/domain/accounts/companies/reads.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type MemberChange = { companyId: string; personId: string; change: 'joined' | 'left' | 'owner' };

/**
 * Mails all owners that a member joined, left or became an owner. A new owner gets the mail too;
 * the person who caused it does not.
 */
export async function notifyOwners(
  tx: Tx,
  ctx: SignedInCtx,
  { companyId, personId: memberId, change }: MemberChange,
): Promise<void> {
  for (const { personId } of await listOwners(tx, companyId)) {
    if (personId === ctx.accountId) continue;
    await enqueueDelivery(tx, {
      partition: `company:${companyId}/${personId}`,
      kind: 'company.member-mail',
      payload: { companyId, personId, memberId, change, at: ctx.now },
      now: ctx.now,
    });
  }
}
