import { getEnv } from '#lib/platform/config/env.ts';
import type { CrmPort } from '#lib/platform/crm/crm.ts';
import { hubspotCrm } from '#lib/platform/crm/hubspot.ts';
import { takeHubspotSlot } from '#lib/platform/crm/pace.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

const SETUP_WAIT_MS = 5 * MINUTE;

/**
 * Returns the CRM. Without a token it throws a `ProviderError` that pauses all CRM deliveries and
 * uses up none of their attempts.
 */
export function getCrm(): CrmPort {
  const { token, baseUrl, pipeline, stage } = getEnv().hubspot;
  if (token) return hubspotCrm({ token, baseUrl, pipeline, stage, beforeCall: takeHubspotSlot });
  throw new ProviderError('not_configured', {
    isRetryable: true,
    retryAfter: SETUP_WAIT_MS,
    isUncounted: true,
    pausesChannel: true,
  });
}
