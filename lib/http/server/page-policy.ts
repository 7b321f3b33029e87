import { getEnv } from '#lib/platform/config/env.ts';
import { reportingDirectives } from '#lib/platform/web/headers.ts';

/** Matches the only page with a form that posts to another origin, which is Webpay. */
const webpayPagePattern = /^\/pagar\/ir\//;

/** Matches pages whose scripts upload files, perhaps directly to the bucket. */
const uploadPagePattern = /^\/(gestiona-tu-garantia|panel\/solicitudes|comprobante|recibido)(\/|$)/;

/** Matches pages of share links, which draw PDFs with pdf.js in a worker. */
const viewerPagePattern = /^\/c\//;

/**
 * Content-Security-Policy of the page at `path`. `isDev` adds what Next's development overlay
 * needs. `/docs` needs inline styles, because its viewer sets style attributes.
 */
export function pagePolicy(nonce: string, path: string, { isDev = false } = {}): string {
  const { captcha, appUrl } = getEnv();
  const captchaHost = captcha.isEnabled ? ' https://challenges.cloudflare.com' : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDev || path === '/docs' ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${captchaHost}${uploadPagePattern.test(path) ? bucketOrigin() : ''}`,
    `frame-src 'self'${captchaHost}`,
    ...(viewerPagePattern.test(path) ? ["worker-src 'self'"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${webpayPagePattern.test(path) ? payOrigins() : ''}`,
    "frame-ancestors 'none'",
    ...(appUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ...reportingDirectives,
  ].join('; ');
}

/** Policy of pages without scripts. It has no nonce, so that proxies may cache them. */
export function scriptlessPolicy(styleHash: string): string {
  return [
    // Firefox applies `default-src` to prefetching the next page's styles.
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
    ...reportingDirectives,
  ].join('; ');
}

/**
 * Returns the bucket's origin as the SDK builds it, or an empty text if files go through the app.
 */
function bucketOrigin(): string {
  const { storage, filesKey, previousFilesKeys } = getEnv();
  if (storage?.kind !== 's3' || filesKey || previousFilesKeys.length > 0) return '';
  const { endpoint, bucket, forcePathStyle } = storage;
  const { protocol, host, origin } = new URL(endpoint);
  return forcePathStyle ? ` ${origin}` : ` ${origin} ${protocol}//${bucket}.${host}`;
}

/** Origins to which the payment form may post. Transbank redirects between its own hosts. */
function payOrigins(): string {
  const { transbank } = getEnv();
  if (!transbank) return '';
  const { origin, hostname } = new URL(transbank.baseUrl);
  return ` ${origin}${hostname.endsWith('.transbank.cl') ? ' https://*.transbank.cl' : ''}`;
}
