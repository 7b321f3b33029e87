import { and, eq, type SQL } from 'drizzle-orm';
import {
  findGuaranteeWhere,
  notAnnulledCondition,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Finds the record with this issuer and number, or null. With `ownerCtx`, looks among the records
 * that this company or person made, otherwise among those of the team.
 */
export function findRecordByIssuer(key: string, ownerCtx?: Pick<SignedInCtx, 'owner'>) {
  return findGuaranteeWhere(and(sameIssuerCondition(key, ownerCtx), notAnnulledCondition));
}

/**
 * SQL condition for the records among which `findRecordByIssuer` searches. A record of another
 * account is never shown, and does not block a new record.
 */
export function sameIssuerCondition(
  key: string,
  ownerCtx?: Pick<SignedInCtx, 'owner'>,
): SQL | undefined {
  const { issuerKey, recordedBy, owner } = issuedGuarantees;
  const recorderCondition = eq(recordedBy, ownerCtx ? 'company' : 'advisor');
  return and(eq(issuerKey, key), recorderCondition, ownerCtx && eq(owner, ownerCtx.owner));
}
