import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import type { ShareLink } from '#lib/domain/share-links/reads/links.ts';
import {
  isWithinLastDay,
  MAX_MAILED_LINKS_PER_DAY,
  openingsLeft,
  shareState,
} from '#lib/domain/share-links/rules.ts';
import { type NewShare, parseRecipientEmail } from '#lib/domain/share-links/schema.ts';
import { createShareLink } from '#lib/domain/share-links/writes/create-link.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';

/**
 * Mails links of the account to the e-mail in each recipient. A link that was mailed today is
 * skipped. Throws `share_not_found`, `conflict` if a link has ended or names no e-mail, and
 * `rate_limited` after too many mails.
 */
export async function sendShareLinks(ctx: SignedInCtx, ids: readonly string[]): Promise<void> {
  const { holderId, now } = ctx;
  const ownCondition = eq(shareLinks.accountId, holderId);
  await getDb().write(async (tx) => {
    const links = await tx
      .select()
      .from(shareLinks)
      .where(and(ownCondition, inArray(shareLinks.id, [...ids])));
    if (links.length < new Set(ids).size) throw new AppError('share_not_found');
    for (const link of links) {
      const hasEnded = link.expiresAt <= now || openingsLeft(link) === 0;
      if (hasEnded) throw refusedError('Ese enlace ya terminó. Crea otro igual.');
      if (!parseRecipientEmail(link.recipient ?? ''))
        throw refusedError('Ese enlace no dice a qué correo va.');
    }
    const unsentLinks = links.filter(({ sentAt }) => !isWithinLastDay(sentAt, now));
    const sentToday = await tx.$count(
      shareLinks,
      and(ownCondition, gt(shareLinks.sentAt, now - DAY)),
    );
    if (sentToday + unsentLinks.length > MAX_MAILED_LINKS_PER_DAY) {
      const message = `Puedes enviar ${MAX_MAILED_LINKS_PER_DAY} enlaces por correo al día. Copia el enlace y envíalo tú.`;
      throw new AppError('rate_limited', { message });
    }
    for (const { id, recipient } of unsentLinks) {
      await consumeMailPoint(tx, {
        from: holderId,
        to: parseRecipientEmail(recipient ?? '') ?? '',
        now,
      });
      await tx.update(shareLinks).set({ sentAt: now }).where(eq(shareLinks.id, id));
      const payload = { linkId: id };
      await enqueueDelivery(tx, {
        partition: `share:${id}/mail`,
        kind: 'share.sent',
        payload,
        now,
      });
      await audit(tx, ctx, { accountId: holderId, action: 'share.sent', subject: id });
    }
  });
}

/**
 * Creates links and mails each to its recipient. If a limit prevents a mail, the link still exists
 * and its owner can send it later.
 */
export async function createAndSendLinks(ctx: SignedInCtx, input: NewShare) {
  const createdLinks = await createShareLink(ctx, input);
  for (const id of createdLinks.ids) {
    try {
      await sendShareLinks(ctx, [id]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return createdLinks;
}

/**
 * Notifies the owner, at most once a day, that a visitor of an ended link wants a new one. `from`
 * is the unverified e-mail that the visitor typed, if any.
 */
export async function requestLink(
  link: ShareLink,
  now: number,
  visitorEmail: string | undefined,
): Promise<void> {
  if (shareState(link, link.documents.length, now) === 'live') return;
  const { requestedAt } = shareLinks;
  await getDb().write(async (tx) => {
    const dueCondition = or(isNull(requestedAt), lte(requestedAt, now - DAY));
    const updated = await tx
      .update(shareLinks)
      .set({ requestedAt: now, requestedBy: visitorEmail ?? null })
      .where(and(eq(shareLinks.id, link.id), dueCondition))
      .returning({ id: shareLinks.id });
    if (updated.length === 0) return;
    const payload = { linkId: link.id };
    await enqueueDelivery(tx, {
      partition: `share:${link.id}/mail`,
      kind: 'share.asked',
      payload,
      now,
    });
  });
}

function refusedError(message: string): AppError {
  return conflict(message);
}
