import { findProvedId } from '#lib/domain/accounts/reads.ts';
import { recordLook } from '#lib/domain/audit/writes.ts';
import { issuedRefusal } from '#lib/domain/issued-guarantees/copy.ts';
import { findByNumber, getIssued, type IssuedDetail } from '#lib/domain/issued-guarantees/reads.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded, type Link } from '#lib/domain/links/rules.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operations/operation.ts';

/** One, for its owner or the team, whose look is in the audit before it is shown. `not_found`. */
export async function openIssued(ctx: MemberCtx | AdminCtx, id: string): Promise<IssuedDetail> {
  const record = await getIssued(ctx, id);
  if (ctx.auth !== 'admin') return record;
  await recordLook(ctx, {
    action: 'guarantee.seen-by-team',
    subject: `guarantee:${record.number}`,
    accountId: await findProvedId(record.email),
  });
  return record;
}

/** What a link shows; `not_found` when it was erased. */
export async function recordOf({ subject }: Link): Promise<IssuedDetail> {
  const record = await findByNumber(Number(subject));
  if (!record) throw new AppError('not_found');
  return record;
}

/** The same, of an address that a file is fetched by; `share_expired` once it has ended, `conflict` of a mistake. */
export async function openLinked(token: string, now: number): Promise<IssuedDetail> {
  const link = await findLink('issued', token);
  if (!link) throw new AppError('not_found');
  if (isEnded(link, now)) throw new AppError('share_expired');
  const record = await recordOf(link);
  if (record.said === 'anulada') throw new AppError('conflict', { message: issuedRefusal.mistake });
  return record;
}
