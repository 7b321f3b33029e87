import { audit } from '#lib/domain/audit/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * Audits a note without an account. Notes belong to the team, so they must not appear in an
 * applicant's trail.
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
