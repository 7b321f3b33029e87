import { and, eq, type SQL } from 'drizzle-orm';
import { findOne, isLive } from '#lib/domain/issued-guarantees/reads.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued.ts';
import type { MemberCtx } from '#lib/platform/operations/operation.ts';

/** The one that has an issuer's number already, among a company's own or the team's; null: none. */
export function findByIssuer(key: string, of?: Pick<MemberCtx, 'email'>) {
  return findOne(and(sameIssuer(key, of), isLive));
}

/** Nobody is told, or stopped by, what another account recorded. */
export function sameIssuer(key: string, of?: Pick<MemberCtx, 'email'>): SQL | undefined {
  const { issuerKey, recordedBy, email } = issuedGuarantees;
  const among = eq(recordedBy, of ? 'company' : 'advisor');
  return and(eq(issuerKey, key), among, of && eq(email, of.email));
}
