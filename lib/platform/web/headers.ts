import { getEnv } from '#lib/platform/config/env.ts';

export const REPORTS_PATH = '/api/csp-reports';
export const BROWSER_ERRORS_PATH = '/api/browser-errors';

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Reporting-Endpoints': `csp="${REPORTS_PATH}"`,
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Returns the headers of every answer. They are set before a handler runs, and Next keeps them. */
export function securityHeaders(): Record<string, string> {
  const https = getEnv().appUrl.startsWith('https:');
  return {
    ...common,
    ...(https ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** Older browsers know the first, newer ones the second. */
const reporting = [`report-uri ${REPORTS_PATH}`, 'report-to csp'];

/** An API reply allows a browser nothing. A route that needs another policy sets it itself. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Returns the headers of an answer that chooses none itself, as a reply with a file does. */
export function defaultHeaders(policy = apiPolicy): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
  };
}

/** This is the one page whose form leaves this origin: it leads the browser to Webpay. */
const handOver = /^\/pagar\/ir\//;

/** Scripts of these pages send files, perhaps to the bucket that `upload-url` names. */
const uploading = /^\/(gestiona-tu-garantia|panel\/solicitudes|comprobante)(\/|$)/;

/**
 * Returns the policy of the page at `path`. `dev` adds what Next's development overlay needs. The
 * viewer of `/docs` writes style attributes.
 */
export function pagePolicy(nonce: string, dev: boolean, path: string): string {
  const { captcha, appUrl } = getEnv();
  const captchaHost = captcha.on ? ' https://challenges.cloudflare.com' : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${dev || path === '/docs' ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${captchaHost}${uploading.test(path) ? bucketOrigin() : ''}`,
    `frame-src 'self'${captchaHost}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${handOver.test(path) ? payOrigins() : ''}`,
    "frame-ancestors 'none'",
    ...(appUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ...reporting,
  ].join('; ');
}

/** Returns the policy of a page without scripts and with this one style, which proxies keep. */
export function scriptlessPolicy(styleHash: string): string {
  return [
    // Firefox applies it to prefetches: the style of the next page.
    "default-src 'self'",
    "script-src 'none'",
    "connect-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    `style-src ${styleHash}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(getEnv().appUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ...reporting,
  ].join('; ');
}

/** Returns the bucket's origin as the SDK builds it, or '' when files pass through the app. */
function bucketOrigin(): string {
  const { storage, filesKey, filesKeysBefore } = getEnv();
  if (storage?.kind !== 's3' || filesKey || filesKeysBefore.length > 0) return '';
  const { endpoint, bucket, forcePathStyle } = storage;
  const { protocol, host, origin } = new URL(endpoint);
  return forcePathStyle ? ` ${origin}` : ` ${origin} ${protocol}//${bucket}.${host}`;
}

/** Returns where the payment form may post to, as Transbank moves between its own hosts. */
function payOrigins(): string {
  const { transbank } = getEnv();
  if (!transbank) return '';
  const { origin, hostname } = new URL(transbank.baseUrl);
  return ` ${origin}${hostname.endsWith('.transbank.cl') ? ' https://*.transbank.cl' : ''}`;
}
