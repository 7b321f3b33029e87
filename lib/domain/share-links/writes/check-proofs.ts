import { and, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { isCodeCorrect } from '#lib/domain/accounts/rules.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { type ProtectedLink, secretFingerprint } from '#lib/domain/share-links/proofs.ts';
import type { ShareLink } from '#lib/domain/share-links/reads/links.ts';
import {
  CODE_MS,
  lockedUntil,
  MAX_WRONG_PASSWORDS,
  WRONG_PASSWORD_WINDOW_MS,
} from '#lib/domain/share-links/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { SKEW_MS } from '#lib/platform/process/clock.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { verifyPassword } from '#lib/platform/security/passwords.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/ip-addresses.ts';

type Ctx = Pick<RequestCtx, 'now' | 'ip' | 'requestId'>;

/**
 * Compares a typed password with that of the link. Throws `wrong_credentials` if they differ, or
 * `rate_limited` after too many tries. Does nothing for a link without a password.
 */
export async function checkSharePassword(
  ctx: Ctx,
  link: ShareLink,
  password: string,
): Promise<void> {
  const { passwordHash } = link;
  if (passwordHash === null) return;
  const message = 'La contraseña del enlace no coincide.';
  await checkTry(ctx, link, { password: message }, () =>
    verifyPassword(passwordHash, password.normalize('NFC')),
  );
}

/**
 * Compares a typed code with the mailed codes. The present and the previous code are accepted,
 * because a mail may arrive late. Throws `wrong_credentials` if the code is wrong, or
 * `rate_limited` after too many tries.
 */
export async function checkShareCode(ctx: Ctx, link: ShareLink, code: string): Promise<void> {
  const message = 'El código no coincide o ya venció. Revisa el último correo o pide otro.';
  await checkTry(ctx, link, { code: message }, async () => {
    const matches = [0, CODE_MS].map((age) => isCodeCorrect(codeId(link, ctx.now - age), code));
    return matches.includes(true);
  });
}

type Fields = { password: string } | { code: string };

/** Allows 10 tries per link and IP in 15 min, and 50 wrong tries per link and day from all IPs. */
async function checkTry(
  ctx: Ctx,
  link: ShareLink,
  fields: Fields,
  verify: () => Promise<boolean>,
): Promise<void> {
  const window = { name: 'share/password', points: 10, seconds: 900 };
  if (getEnv().hasRateLimits) {
    await consumePoint(window, `${link.id} ${limitSubject(ctx.ip)}`, ctx.now);
  }
  if (lockedUntil(link, ctx.now) !== null) throw lockedLinkError();
  const isCorrect = await verify();
  const tries = await countTry(ctx, link, isCorrect ? 0 : 1);
  if (isCorrect) return;
  if (tries === MAX_WRONG_PASSWORDS) await mailLocked(link.id, ctx.now);
  throw new AppError('wrong_credentials', { message: Object.values(fields)[0], fields });
}

/**
 * Counts a try before its result is revealed, so that parallel tries cannot exceed the limit. If
 * the link is locked, throws `rate_limited` even for a correct try. Audits wrong tries, at most
 * `MAX_WRONG_PASSWORDS` per link and day. Returns the number of wrong tries.
 */
async function countTry(
  ctx: Ctx,
  { id, accountId }: ShareLink,
  wrongCount: 0 | 1,
): Promise<number> {
  const { now } = ctx;
  const { wrongTries, wrongSince } = shareLinks;
  const overCondition = sql`coalesce(${wrongSince}, 0) <= ${now - WRONG_PASSWORD_WINDOW_MS} or ${wrongSince} > ${now + SKEW_MS}`;
  const [countedLink] = await getDb().write(async (tx) => {
    const updated = await tx
      .update(shareLinks)
      .set({
        wrongTries: sql`case when ${overCondition} then ${wrongCount} else ${wrongTries} + ${wrongCount} end`,
        wrongSince: sql`case when ${overCondition} then ${now} else ${wrongSince} end`,
      })
      .where(and(eq(shareLinks.id, id), or(overCondition, lt(wrongTries, MAX_WRONG_PASSWORDS))))
      .returning({ tries: wrongTries });
    const event = { accountId, actor: 'guest', action: 'share.refused', subject: id } as const;
    if (wrongCount && updated.length > 0) await audit(tx, ctx, event);
    return updated;
  });
  if (!countedLink) throw lockedLinkError();
  return countedLink.tries;
}

function lockedLinkError(): AppError {
  const message =
    'Alguien se equivocó demasiadas veces en este enlace. Pide uno nuevo a quien te lo envió o prueba otra vez mañana.';
  return new AppError('rate_limited', { message });
}

/** Notifies the owner that a link is locked, once a day. */
async function mailLocked(id: string, now: number): Promise<void> {
  const payload = { linkId: id, at: now };
  await getDb().write((tx) =>
    enqueueDelivery(tx, { partition: `share:${id}/mail`, kind: 'share.locked', payload, now }),
  );
}

/** Maximum number of codes mailed for one link a day, so that nobody fills a mailbox. */
const MAX_CODES_PER_DAY = 10;

/** Returns the input of `codeOf`. It changes every `CODE_MS`, so that no code has to be stored. */
function codeId(link: ProtectedLink, at: number): string {
  return `share/${link.id}/${secretFingerprint('code', link)}/${Math.floor(at / CODE_MS)}`;
}

/**
 * Mails a code to the e-mail of the link, at most once a minute and `MAX_CODES_PER_DAY` times a
 * day. Throws `rate_limited`.
 */
export async function sendShareCode(link: ShareLink, now: number): Promise<void> {
  const { id, accountId, email } = link;
  const partition = `share:${id}/code`;
  const payload = { linkId: id, codeId: codeId(link, now) };
  await getDb().write(async (tx) => {
    const sentMails = await tx
      .select({ at: deliveries.createdAt })
      .from(deliveries)
      .where(and(eq(deliveries.partition, partition), gt(deliveries.createdAt, now - DAY)))
      .orderBy(desc(deliveries.id))
      .limit(MAX_CODES_PER_DAY);
    if ((sentMails[0]?.at ?? 0) > now - MINUTE) return;
    if (sentMails.length >= MAX_CODES_PER_DAY) {
      const message = `Hoy ya enviamos ${MAX_CODES_PER_DAY} códigos de este enlace. Pide otro mañana.`;
      throw new AppError('rate_limited', { message });
    }
    await consumeMailPoint(tx, { from: accountId, to: email ?? '', now });
    await enqueueDelivery(tx, { partition, kind: 'share.code', payload, now });
  });
}
