import { and, eq, type SQL } from 'drizzle-orm';
import { findOne, liveCondition } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Finds the record with this issuer and number: with `ownerCtx` among the records that this company
 * or person made, without it among those that the team made. Returns null if there is none.
 */
export function findByIssuer(key: string, ownerCtx?: Pick<SignedInCtx, 'owner'>) {
  return findOne(and(sameIssuer(key, ownerCtx), liveCondition));
}

/**
 * SQL condition for the records among which `findByIssuer` searches. Records of other accounts are
 * excluded: they are neither shown nor block a new one.
 */
export function sameIssuer(key: string, ownerCtx?: Pick<SignedInCtx, 'owner'>): SQL | undefined {
  const { issuerKey, recordedBy, owner } = issuedGuarantees;
  const among = eq(recordedBy, ownerCtx ? 'company' : 'advisor');
  return and(eq(issuerKey, key), among, ownerCtx && eq(owner, ownerCtx.owner));
}
