import { z } from 'zod';
import { browserOf } from '#lib/http/api/cookies.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { secretToken } from '#lib/platform/operations/fields.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { successField } from '#lib/platform/operations/replies.ts';
import { HOUR_SECONDS } from '#lib/platform/process/durations.ts';
import { randomToken } from '#lib/platform/security/ids.ts';
import { sign, verifySignature } from '#lib/platform/security/secrets.ts';

const CSRF_SECONDS = 2 * HOUR_SECONDS;

export const getCsrfToken = defineOperation({
  method: 'GET',
  path: '/api/csrf-token',
  auth: 'guest',
  limit: { unlimited: 'computes one HMAC and stores nothing' },
  reply: z.object({ success: successField, token: secretToken }),
  setsCookies: ['csrf'],
  summary: 'Get a CSRF token for 2 hours; it is also set as the cookie csrf-token',
  handler: async (ctx) => {
    const token = mintCsrfToken(ctx.now, ctx.browser.get('csrf'));
    ctx.browser.set('csrf', token, { seconds: CSRF_SECONDS });
    return { success: true, token } as const;
  },
});

/**
 * Returns `<random>.<expiry in seconds>.<HMAC>`. The token is valid only together with a cookie
 * that has the same random part. All tokens of a browser share that part, so that two tabs can be
 * open.
 */
export function mintCsrfToken(now: number, currentToken?: string): string {
  const random =
    currentToken && isGenuine(currentToken, now) ? randomOf(currentToken) : randomToken();
  const text = `${random}.${Math.floor(now / 1000) + CSRF_SECONDS}`;
  return `${text}.${sign('csrf', text)}`;
}

/**
 * Checks the token in the header `X-CSRF-Token`, the query or the body field `csrfToken`. Throws
 * `csrf_invalid`.
 */
export function checkCsrf(request: Request, body: unknown, now: number): void {
  const cookie = browserOf(request.headers.get('cookie')).get('csrf');
  const token =
    request.headers.get('x-csrf-token') ??
    new URL(request.url).searchParams.get('csrfToken') ??
    (body as { csrfToken?: unknown } | null)?.csrfToken;
  const isOurs = typeof token === 'string' && isGenuine(token, now);
  if (!isOurs || !cookie || !isGenuine(cookie, now) || randomOf(cookie) !== randomOf(token)) {
    throw new AppError('csrf_invalid');
  }
}

const randomOf = (token: string) => token.slice(0, token.indexOf('.'));

function isGenuine(token: string, now: number): boolean {
  const [random, expiry, signature, ...extraParts] = token.split('.');
  if (!random || !expiry || !signature || extraParts.length > 0) return false;
  return verifySignature('csrf', `${random}.${expiry}`, signature) && Number(expiry) * 1000 > now;
}

/**
 * Refuses cross-site requests of browsers with unsafe methods. Requests without `Sec-Fetch-Site`
 * and `Origin` pass: they come from programs, which have no cookies of a person.
 */
export function checkOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.get('origin');
  if (!site && !origin) return;
  if (site !== 'cross-site' && origin && ownHosts(request).includes(hostOf(origin))) return;
  throw new AppError('csrf_invalid');
}

function ownHosts(request: Request): string[] {
  return [hostOf(getEnv().appUrl), request.headers.get('host') ?? ''].filter(Boolean);
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '-';
}
