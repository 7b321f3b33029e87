import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import type { ResendableLinkKind } from '#lib/domain/links/copy.ts';
import { emailHash, findRecipient } from '#lib/domain/links/reads.ts';
import {
  isEnded,
  LINK_DAYS,
  type Link,
  type LinkKind,
  resendLimit,
  resendLimitPerEmail,
} from '#lib/domain/links/rules.ts';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { insertRow } from '#lib/platform/db/insert-row.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GuestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { consumePoint, consumeSharedLimit } from '#lib/platform/security/rate-limits.ts';

type NewLink = { kind: LinkKind; subject: string; email: string; now: number };

/** Adds a link that is only mailed, and returns its id. Requires a transaction. */
export async function addMailedLink(tx: Tx, link: NewLink): Promise<string> {
  return insertRow(tx, links, buildRow(link, emailHash(link.email)));
}

/** Adds a mailed link and one that is shown at once. Returns the id of the mailed one. */
export async function addLinks(tx: Tx, link: NewLink): Promise<string> {
  const mailedId = await addMailedLink(tx, link);
  await insertRow(tx, links, buildRow(link, null));
  return mailedId;
}

function buildRow({ kind, subject, now }: NewLink, mailedTo: string | null) {
  const times = { createdAt: now, endsAt: now + LINK_DAYS[kind] * DAY };
  return { kind, id: randomId(), subject, mailedTo, ...times };
}

export async function endLinks(
  tx: Tx,
  kind: LinkKind,
  subject: string,
  now: number,
): Promise<void> {
  await endLinksWhere(tx, kind, eq(links.subject, subject), now);
}

/** Ends the links of a kind that `condition` selects and that have not ended. */
export async function endLinksWhere(
  tx: Tx,
  kind: LinkKind,
  condition: SQL | undefined,
  now: number,
): Promise<void> {
  const openCondition = and(eq(links.kind, kind), gt(links.endsAt, now), condition);
  await tx.update(links).set({ endsAt: now, endedAt: now }).where(openCondition);
}

/**
 * Ends the mailed links of a request or message, or all links of a guarantee, and adds a link that
 * is mailed to `email`. A guarantee also gets a new shown link, because the page of the request
 * showed the former one. Returns the id of the mailed link. Requires a transaction.
 */
export async function replaceMailedLinks(tx: Tx, link: NewLink): Promise<string> {
  const { kind, subject, now } = link;
  if (kind === 'issued') {
    await endLinks(tx, kind, subject, now);
    return addLinks(tx, link);
  }
  await endLinksWhere(tx, kind, and(eq(links.subject, subject), isNotNull(links.mailedTo)), now);
  return addMailedLink(tx, link);
}

/**
 * Records when a person first opened a mailed link that has not ended; the export of the account
 * shows it. Does nothing if the database cannot be written to, because a later visit records it.
 */
export async function recordOpening(link: Link, now: number): Promise<void> {
  if (!link.mailedTo || link.openedAt !== null || isEnded(link, now)) return;
  await getDb()
    .write((tx) => markOpened(tx, link, now))
    .catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
}

export async function markOpened(tx: Tx, { kind, id }: Link, now: number): Promise<void> {
  await tx
    .update(links)
    .set({ openedAt: now })
    .where(and(eq(links.kind, kind), eq(links.id, id), isNull(links.openedAt)));
}

/**
 * Mails a new link to the e-mail with which the subject was sent. Does nothing if the subject no
 * longer exists. Throws `rate_limited` after three mails per subject and day.
 */
export async function mailNewLink(
  ctx: GuestCtx | SignedInCtx,
  kind: ResendableLinkKind,
  subject: string,
): Promise<void> {
  const { now } = ctx;
  const email = await findRecipient(kind, subject);
  if (!email) return;
  const actor = ctx.auth === 'signedIn' ? ctx.accountId : '';
  if (getEnv().hasRateLimits) await consumePoint(resendLimit, `${actor} ${kind} ${subject}`, now);
  if (ctx.auth === 'guest') await consumeSharedLimit(resendLimitPerEmail, email, ctx);
  await getDb().write(async (tx) => {
    const linkId = await addMailedLink(tx, { kind, subject, email, now });
    await enqueueDelivery(tx, {
      partition: `link:${linkId}/mail`,
      kind: 'link.mail',
      payload: { kind, linkId },
      now,
    });
  });
}

const SWEPT_AT_ONCE = 500;

/** Deletes links that ended long ago, a batch at a time. */
export async function sweepLinks(now: number): Promise<void> {
  await getDb().writeOne(sql`delete from links where rowid in (
    select rowid from links where ends_at <= ${retentionStart('link', now)} limit ${SWEPT_AT_ONCE})`);
}
