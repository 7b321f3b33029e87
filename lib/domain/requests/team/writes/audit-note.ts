import { audit } from '#lib/domain/audit/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/** Notes are the team's own, so no account of an applicant has them in its trail. */
export async function auditNote(
  tx: Tx,
  ctx: AdminCtx,
  leadId: number,
  action: 'lead.noted' | 'lead.note-removed',
): Promise<void> {
  const subject = `lead:${leadId}`;
  await audit(tx, ctx, { accountId: null, actor: ctx.accountId, action, subject });
}
