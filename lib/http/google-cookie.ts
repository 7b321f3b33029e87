import { z } from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import { takePoint } from '#lib/platform/rate-limits.ts';
import { idOfToken, safeEqual, signedToken } from '#lib/platform/secrets.ts';

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

/** A login under way as a signed cookie value. */
export function packGoogleLogin(value: Login): string {
  return signedToken('oauth', Buffer.from(JSON.stringify(value)).toString('base64url'));
}

/**
 * The login that a callback's cookie and `state` belong to; each is good for one callback within 10
 * minutes, whatever the browser keeps. Throws `csrf_invalid`.
 */
export async function claimGoogleLogin(
  cookie: string | undefined,
  state: string | undefined,
  now: number,
): Promise<Login> {
  const packed = idOfToken('oauth', cookie);
  if (!packed || !state) throw new AppError('csrf_invalid');
  // Our own signature: it holds what `packGoogleLogin` was given.
  const held = login.parse(JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')));
  const isFresh = now - held.at < GOOGLE_COOKIE_SECONDS * 1000;
  if (!isFresh || !safeEqual(held.state, state)) throw new AppError('csrf_invalid');
  await spendState(held.state, now);
  return held;
}

/** A window of one point, as long as the cookie lives: kept in the database, like every limit. */
async function spendState(state: string, now: number): Promise<void> {
  const window = { name: 'google-state', points: 1, seconds: GOOGLE_COOKIE_SECONDS };
  try {
    await takePoint(window, state, now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') {
      throw new AppError('csrf_invalid');
    }
    throw error;
  }
}
