import type { GoogleLogin } from '#lib/platform/identity/google.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { consumePoint, tryConsume } from '#lib/platform/security/rate-limits.ts';
import { type Purpose, safeEqual } from '#lib/platform/security/secrets.ts';
import { createTicket, openTicket } from '#lib/platform/security/tickets.ts';

export const GOOGLE_COOKIE_SECONDS = 600;

type Login = GoogleLogin & { next: string };

export const JOIN_PAGE = '/login/google';
const JOIN_SECONDS = 900;

type GoogleJoin = { sub: string; email: string; next: string };

export function packGoogleLogin(login: Login, now: number): string {
  return packCookie('oauth', login, now + GOOGLE_COOKIE_SECONDS * 1000);
}

export function packGoogleJoin(join: GoogleJoin, now: number): string {
  return packCookie('google-join', join, now + JOIN_SECONDS * 1000);
}

export function parseGoogleJoin(cookie: string | undefined, now: number): GoogleJoin | null {
  return unpackCookie<GoogleJoin>('google-join', cookie, now);
}

/** Sets the join cookie. An empty value deletes it. */
export function setJoinCookie({ browser }: RequestCtx, value: string): void {
  browser.set('googleJoin', value, { seconds: value ? JOIN_SECONDS : 0 });
}

/** Returns the login in the cookie, for one callback within 10 minutes. Throws `csrf_invalid`. */
export async function claimGoogleLogin(
  cookie: string | undefined,
  state: string | undefined,
  now: number,
): Promise<Login> {
  const login = unpackCookie<Login>('oauth', cookie, now);
  if (!login || !state || !safeEqual(login.state, state)) throw new AppError('csrf_invalid');
  // A limit of one point makes the state valid only once while the cookie lives.
  const stateLimit = { name: 'google-state', points: 1, seconds: GOOGLE_COOKIE_SECONDS };
  if (!(await tryConsume(consumePoint(stateLimit, state, now)))) throw new AppError('csrf_invalid');
  return login;
}

function packCookie(purpose: Purpose, value: object, expiresAt: number): string {
  return createTicket(
    purpose,
    [Buffer.from(JSON.stringify(value)).toString('base64url')],
    expiresAt,
  );
}

function unpackCookie<T>(purpose: Purpose, cookie: string | undefined, now: number): T | null {
  const [text] = openTicket(purpose, cookie, now) ?? [];
  // The cookie is signed, so it holds only what `packCookie` received.
  return text ? JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) : null;
}
