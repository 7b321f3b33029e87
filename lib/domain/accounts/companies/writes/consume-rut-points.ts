import { companyRutLimits } from '#lib/domain/accounts/companies/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';

/**
 * Consumes a point for each RUT that a person gives a company. Without a limit anyone could find
 * out which RUTs are registered, because the page says whether another company has the RUT. Throws
 * `rate_limited`.
 */
export async function consumeRutPoints(
  { accountId, now }: SignedInCtx,
  companyId?: string,
): Promise<void> {
  if (!getEnv().hasRateLimits) return;
  if (companyId) await consumePoint(companyRutLimits.ofCompany, companyId, now);
  await consumePoint(companyRutLimits.byPerson, accountId, now);
}
