import { z } from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { isTaken, takePoint } from '#lib/platform/rate-limits.ts';
import { idOfToken, type Purpose, safeEqual, signedToken } from '#lib/platform/secrets.ts';

export const GOOGLE_COOKIE = 'google_login';
export const GOOGLE_COOKIE_PATH = '/api/auth/google';
export const GOOGLE_COOKIE_SECONDS = 600;

const login = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  at: z.int(),
  next: z.string(),
});
type Login = z.infer<typeof login>;

export const JOIN_PAGE = '/login/google';
export const JOIN_COOKIE = 'google_cuenta';
const JOIN_SECONDS = 900;

const joining = z.object({ sub: z.string(), email: z.string(), at: z.int(), next: z.string() });
type GoogleJoin = z.infer<typeof joining>;

export function packGoogleLogin(value: Login): string {
  return pack('oauth', value);
}

export function packGoogleJoin(value: GoogleJoin): string {
  return pack('google-join', value);
}

export function readGoogleJoin(cookie: string | undefined, now: number): GoogleJoin | null {
  const packed = idOfToken('google-join', cookie);
  const held = packed && joining.parse(unpacked(packed));
  return held && now - held.at < JOIN_SECONDS * 1000 ? held : null;
}

/** Empty ends it. */
export function setJoinCookie({ cookies }: RequestCtx, value: string): void {
  cookies.set(JOIN_COOKIE, value, value ? JOIN_SECONDS : 0);
}

/** Good for one callback within 10 minutes, whatever the browser keeps. Throws `csrf_invalid`. */
export async function claimGoogleLogin(
  cookie: string | undefined,
  state: string | undefined,
  now: number,
): Promise<Login> {
  const packed = idOfToken('oauth', cookie);
  if (!packed || !state) throw new AppError('csrf_invalid');
  // Our own signature: it holds what `packGoogleLogin` was given.
  const held = login.parse(unpacked(packed));
  const isFresh = now - held.at < GOOGLE_COOKIE_SECONDS * 1000;
  if (!isFresh || !safeEqual(held.state, state)) throw new AppError('csrf_invalid');
  await spendState(held.state, now);
  return held;
}

/** A window of one point, as long as the cookie lives: kept in the database, like every limit. */
async function spendState(state: string, now: number): Promise<void> {
  const window = { name: 'google-state', points: 1, seconds: GOOGLE_COOKIE_SECONDS };
  if (!(await isTaken(takePoint(window, state, now)))) throw new AppError('csrf_invalid');
}

function pack(purpose: Purpose, value: object): string {
  return signedToken(purpose, Buffer.from(JSON.stringify(value)).toString('base64url'));
}

function unpacked(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
}
