import { audit } from '#lib/domain/audit/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * Audits a note under no account. Notes belong to the team, so they must not appear in the trail of
 * an applicant.
 */
export async function auditNote(
  tx: Tx,
  ctx: AdminCtx,
  leadId: number,
  action: 'lead.noted' | 'lead.note-removed',
): Promise<void> {
  const subject = `lead:${leadId}`;
  await audit(tx, ctx, { accountId: null, actor: ctx.accountId, action, subject });
}
