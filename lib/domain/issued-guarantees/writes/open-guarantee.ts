import { findHolderId } from '#lib/domain/accounts/reads/holders.ts';
import { recordView } from '#lib/domain/audit/writes.ts';
import {
  getIssuedGuarantee,
  type IssuedDetail,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Opens a guarantee for its owner or the team, whose view is audited. Throws `not_found`. */
export async function openIssuedGuarantee(
  ctx: SignedInCtx | AdminCtx,
  id: string,
): Promise<IssuedDetail> {
  const record = await getIssuedGuarantee(ctx, id);
  if (ctx.auth !== 'admin') return record;
  await recordView(ctx, {
    action: 'guarantee.seen-by-team',
    subject: `guarantee:${record.number}`,
    accountId: await findHolderId(record),
  });
  return record;
}
