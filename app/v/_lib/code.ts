import { cache } from 'react';
import { getPageContext } from '#app/_lib/page-context.ts';
import { verifyLimit } from '#lib/domain/issued-guarantees/operations.ts';
import {
  getVerifiedGuarantee,
  type VerifiedGuarantee,
} from '#lib/domain/issued-guarantees/reads/verified.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { consumePoint, tryConsume } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/ip-addresses.ts';

/**
 * Returns the record of a verification code. Cached, so that page and title together take one point
 * of the rate limit.
 */
export const findCode = cache(
  async (code: string): Promise<VerifiedGuarantee | 'not_found' | 'rate_limited'> => {
    const { ip, now } = await getPageContext();
    const taking = () => consumePoint(verifyLimit, limitSubject(ip), now);
    if (getEnv().hasRateLimits && !(await tryConsume(taking()))) return 'rate_limited';
    try {
      return await getVerifiedGuarantee(code, now);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return error.code;
      throw error;
    }
  },
);
