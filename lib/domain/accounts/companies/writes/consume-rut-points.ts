import { companyRutLimits } from '#lib/domain/accounts/companies/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { MemberCtx } from '#lib/platform/operations/operation.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';

/**
 * Takes a point for a RUT that a person gives a company, as its page then tells whether another
 * company has it. Throws `rate_limited`.
 */
export async function consumeRutPoints(
  { accountId, now }: MemberCtx,
  companyId?: string,
): Promise<void> {
  if (!getEnv().rateLimits) return;
  if (companyId) await consumePoint(companyRutLimits.ofCompany, companyId, now);
  await consumePoint(companyRutLimits.byPerson, accountId, now);
}
