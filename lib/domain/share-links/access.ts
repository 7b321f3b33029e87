import type { ShareLink } from '#lib/domain/share-links/reads.ts';
import { lockedUntil, MAX_WRONG } from '#lib/domain/share-links/rules.ts';
import { countTry, lockedRefusal, tellOwner } from '#lib/domain/share-links/tries.ts';
import { limitSubject } from '#lib/platform/addresses.ts';
import { HOUR_SECONDS } from '#lib/platform/durations.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { passwordFits } from '#lib/platform/passwords.ts';
import { takePoint } from '#lib/platform/rate-limits.ts';
import { isTimedToken, timedToken } from '#lib/platform/secrets.ts';

/** How long a browser that gave the password need not give it again. */
export const PROOF_SECONDS = HOUR_SECONDS;
/** How long the rest of a file that was counted may be fetched in parts. */
export const SENDING_SECONDS = 15 * 60;

/**
 * 10 tries per link and address in 15 min, 50 wrong per link a day. `wrong_credentials`,
 * `rate_limited`.
 */
export async function checkSharePassword(
  ctx: Pick<RequestCtx, 'now' | 'address'>,
  link: ShareLink,
  password: string,
): Promise<void> {
  if (link.passwordHash === null) return;
  const window = { name: 'share/password', points: 10, seconds: 900 };
  if (getEnv().rateLimits) {
    await takePoint(window, `${link.id} ${limitSubject(ctx.address)}`, ctx.now);
  }
  if (lockedUntil(link, ctx.now) !== null) throw lockedRefusal();
  const fits = await passwordFits(link.passwordHash, password.normalize('NFC'));
  const tries = await countTry(link.id, { wrong: fits ? 0 : 1, now: ctx.now });
  if (fits) return;
  if (tries === MAX_WRONG) await tellOwner(link.id, ctx.now);
  const message = 'La contraseña del enlace no coincide.';
  throw new AppError('wrong_credentials', { message, fields: { password: message } });
}

/** What a browser keeps after the right password, for this link only. */
export function passwordProof(link: ShareLink, now: number): string {
  return timedToken('share-password', link.id, now + PROOF_SECONDS * 1000);
}

/** True for a link without a password as well. */
export function isProved(link: ShareLink, proof: string | undefined, now: number): boolean {
  return link.passwordHash === null || isTimedToken('share-password', proof, { id: link.id, now });
}

/** What a browser keeps of a file that was counted; `what` is a document's id. */
export function sendingProof(link: ShareLink, what: string, now: number): string {
  return timedToken('share-sending', `${link.id}/${what}`, now + SENDING_SECONDS * 1000);
}

export function isBeingSent(
  link: ShareLink,
  what: string,
  proof: string | undefined,
  now: number,
): boolean {
  return isTimedToken('share-sending', proof, { id: `${link.id}/${what}`, now });
}
