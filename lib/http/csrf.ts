import { cookieOf } from '#lib/http/cookies.ts';
import { HOUR_SECONDS } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomToken } from '#lib/platform/ids.ts';
import { safeEqual, sign, signatureFits } from '#lib/platform/secrets.ts';

export const CSRF_COOKIE = 'csrf-token';
export const CSRF_SECONDS = 2 * HOUR_SECONDS;

/** `<random>.<expiry in seconds>.<HMAC>`: worthless without the cookie of the same value. */
export function mintCsrfToken(now: number): string {
  const text = `${randomToken()}.${Math.floor(now / 1000) + CSRF_SECONDS}`;
  return `${text}.${sign('csrf', text)}`;
}

/** The token may come in the header `X-CSRF-Token`, the query or the body field `csrfToken`. */
export function checkCsrf(request: Request, body: unknown, now: number): void {
  const cookie = cookieOf(request.headers.get('cookie'), CSRF_COOKIE);
  const token =
    request.headers.get('x-csrf-token') ??
    new URL(request.url).searchParams.get('csrfToken') ??
    (body as { csrfToken?: unknown } | null)?.csrfToken;
  if (!cookie || typeof token !== 'string' || !safeEqual(cookie, token) || !isGenuine(token, now)) {
    throw new AppError('csrf_invalid');
  }
}

function isGenuine(token: string, now: number): boolean {
  const [random, expiry, signature, ...rest] = token.split('.');
  if (!random || !expiry || !signature || rest.length > 0) return false;
  return signatureFits('csrf', `${random}.${expiry}`, signature) && Number(expiry) * 1000 > now;
}
