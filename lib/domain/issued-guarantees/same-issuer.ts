import { and, eq, type SQL } from 'drizzle-orm';
import { findOne, liveCondition } from '#lib/domain/issued-guarantees/reads.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Finds the record with an issuer's number, among a company's own or the team's, or null. */
export function findByIssuer(key: string, ownerCtx?: Pick<SignedInCtx, 'owner'>) {
  return findOne(and(sameIssuer(key, ownerCtx), liveCondition));
}

/** Other accounts' records are excluded: they are neither shown nor block a new record. */
export function sameIssuer(key: string, ownerCtx?: Pick<SignedInCtx, 'owner'>): SQL | undefined {
  const { issuerKey, recordedBy, owner } = issuedGuarantees;
  const among = eq(recordedBy, ownerCtx ? 'company' : 'advisor');
  return and(eq(issuerKey, key), among, ownerCtx && eq(owner, ownerCtx.owner));
}
