import { z } from 'zod';
import { ProviderError, retryAfterMs } from '#lib/platform/operations/provider-error.ts';
import { HOUR, SECOND } from '#lib/platform/process/durations.ts';

const TOKEN_WAIT_MS = 300 * SECOND;

const errorBody = z.object({
  category: z.string().optional().catch(undefined),
  policyName: z.string().optional().catch(undefined),
});

export type Answer = { status: number; retryAfter: string | null; text: string };

/**
 * Maps HubSpot's error answers (developers.hubspot.com, "error handling"): 401 and 403 wait for a
 * new token, 429 pauses all calls, 5xx and `transientStatuses` are retried, and other 4xx are
 * final.
 */
export function failureOf({ status, retryAfter: header, text }: Answer): ProviderError {
  const { category, policyName } = bodyOf(text);
  const waitMs = retryAfterMs(header);
  if (status === 401 || status === 403) {
    const reportedCode = codeOf(category, status === 401 ? 'wrong_token' : 'missing_scopes');
    return new ProviderError(`${reportedCode} ${status}`, {
      isRetryable: true,
      retryAfter: TOKEN_WAIT_MS,
      isUncounted: true,
      pausesChannel: true,
    });
  }
  if (status === 429) {
    const policy = codeOf(policyName, 'RATE_LIMITS');
    const retryAfter = waitMs ?? policyWaits[policy] ?? 10 * SECOND;
    return new ProviderError(`${policy} 429`, {
      isRetryable: true,
      retryAfter,
      pausesChannel: true,
    });
  }
  const isRetryable = status >= 500 || status < 400 || transientStatuses.has(status);
  return new ProviderError(`${codeOf(category, 'http')} ${status}`, {
    isRetryable,
    retryAfter: waitMs,
  });
}

const policyWaits: Record<string, number> = {
  SECONDLY: SECOND,
  TEN_SECONDLY_ROLLING: 10 * SECOND,
  DAILY: HOUR,
};

/**
 * Retryable statuses: timeout, conflict (parallel upserts of one contact), locked and migrating.
 */
const transientStatuses = new Set([408, 409, 423, 477]);

function bodyOf(text: string): z.infer<typeof errorBody> {
  try {
    return errorBody.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * Returns HubSpot's code, or `otherwise` if the text is no code. Messages may quote personal data,
 * which must not reach logs.
 */
function codeOf(text: string | undefined, otherwise: string): string {
  return text && /^[A-Z][A-Z_]{1,60}$/.test(text) ? text : otherwise;
}
