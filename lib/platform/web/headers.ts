import { getEnv } from '#lib/platform/config/env.ts';

export const REPORTS_PATH = '/api/csp-reports';
export const BROWSER_ERRORS_PATH = '/api/browser-errors';

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Reporting-Endpoints': `csp="${REPORTS_PATH}"`,
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/**
 * Headers of every response. They are set before the handler runs, and Next does not remove them.
 */
export function securityHeaders(): Record<string, string> {
  const isHttps = getEnv().appUrl.startsWith('https:');
  return {
    ...commonHeaders,
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/**
 * The reporting directives at the end of every page's policy. Older browsers read `report-uri`,
 * newer ones `report-to`.
 */
export const reportingDirectives = [`report-uri ${REPORTS_PATH}`, 'report-to csp'];

/** The policy of API replies, which browsers should not render. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Headers of responses that do not set these themselves. */
export function defaultHeaders(policy = apiPolicy): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
  };
}
