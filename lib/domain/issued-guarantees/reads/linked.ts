import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import { findByNumber, type IssuedDetail } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { getLink } from '#lib/domain/links/reads.ts';
import type { Link } from '#lib/domain/links/rules.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';

/** Returns the record to which a link leads. Throws `not_found` for an erased record. */
export async function getLinkedGuarantee({ subject }: Link): Promise<IssuedDetail> {
  const record = await findByNumber(Number(subject));
  if (!record) throw new AppError('not_found');
  return record;
}

/**
 * Returns the record to which a link leads. Throws `not_found`, `share_expired` if the link has
 * ended, or `conflict` if the record is annulled.
 */
export async function openLinkedGuarantee(token: string, now: number): Promise<IssuedDetail> {
  const record = await getLinkedGuarantee(await getLink('issued', token, now, 'not_found'));
  if (record.reported === 'anulada') throw conflict(issuedRefusals.mistake);
  return record;
}
