import { findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { recordLook } from '#lib/domain/audit/writes.ts';
import { getIssued, type IssuedDetail } from '#lib/domain/issued/reads.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operation.ts';

/** One, for who may see it; a look of the team is in the audit before it is shown. `not_found`. */
export async function openIssued(ctx: MemberCtx | AdminCtx, id: string): Promise<IssuedDetail> {
  const record = await getIssued(ctx, id);
  if (ctx.auth !== 'admin') return record;
  const account = await findAccountByEmail(record.email);
  await recordLook(ctx, {
    action: 'guarantee.seen-by-team',
    subject: `guarantee:${record.number}`,
    accountId: account?.emailVerifiedAt ? account.id : null,
  });
  return record;
}
