import { findHolderId } from '#lib/domain/accounts/reads/holders.ts';
import { recordView } from '#lib/domain/audit/writes.ts';
import { issuedRefusal } from '#lib/domain/issued-guarantees/copy.ts';
import {
  findByNumber,
  getIssuedGuarantee,
  type IssuedDetail,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { getLink } from '#lib/domain/links/reads.ts';
import type { Link } from '#lib/domain/links/rules.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Opens a guarantee for its owner, or for the team with an audit event. Throws `not_found`. */
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

/** Returns the record of a link. Throws `not_found` for an erased record. */
export async function getRecordOfLink({ subject }: Link): Promise<IssuedDetail> {
  const record = await findByNumber(Number(subject));
  if (!record) throw new AppError('not_found');
  return record;
}

/**
 * Returns a link's record. Throws `not_found`, `share_expired` if the link has ended, or `conflict`
 * if the record is annulled.
 */
export async function openLinkedGuarantee(token: string, now: number): Promise<IssuedDetail> {
  const record = await getRecordOfLink(await getLink('issued', token, now, 'not_found'));
  if (record.reported === 'anulada') throw conflict(issuedRefusal.mistake);
  return record;
}
