import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import type { ShareLink } from '#lib/domain/share-links/reads/links.ts';
import { MAX_LISTED_OPENINGS } from '#lib/domain/share-links/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks, shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { shortIp } from '#lib/platform/web/ip-addresses.ts';

const MAX_AGENT_LENGTH = 200;
const wayColumns = { view: 'views', download: 'downloads' } as const;

type Opening = {
  /** The opened document. Null means all documents or, with `enter`, that none was opened yet. */
  documentId: string | null;
  /** `enter` means that a password or code was accepted, before a file is opened. */
  way: 'view' | 'download' | 'enter';
  /** True if the visit was counted before. The number of openings then stays the same. */
  isCounted?: boolean;
};

/**
 * Counts and records an opening. One statement compares and counts, so simultaneous openings cannot
 * exceed the limit. Throws `share_expired` if no opening is left.
 */
export async function countLinkOpening(
  ctx: Pick<RequestCtx, 'now' | 'ip' | 'agent'>,
  link: Pick<ShareLink, 'id' | 'notify'>,
  { documentId, way, isCounted = false }: Opening,
): Promise<void> {
  const { openings, views, downloads } = shareLinks;
  await getDb().write(async (tx) => {
    const [countedLink] = await tx
      .update(shareLinks)
      .set({
        openings: sql`${openings} + ${isCounted ? 0 : 1}`,
        ...(way !== 'enter' && { [wayColumns[way]]: sql`${shareLinks[wayColumns[way]]} + 1` }),
      })
      .where(
        and(
          eq(shareLinks.id, link.id),
          gt(shareLinks.expiresAt, ctx.now),
          isCounted
            ? undefined
            : or(isNull(shareLinks.maxOpenings), lt(openings, shareLinks.maxOpenings)),
        ),
      )
      .returning({ openings, views, downloads });
    if (!countedLink) throw new AppError('share_expired');
    if (
      Math.max(countedLink.openings, countedLink.views + countedLink.downloads) <=
      MAX_LISTED_OPENINGS
    ) {
      await tx.insert(shareOpenings).values({
        linkId: link.id,
        documentId,
        way,
        shortIp: shortIp(ctx.ip),
        agent: ctx.agent.slice(0, MAX_AGENT_LENGTH),
        at: ctx.now,
      });
    }
    const isFirst = !isCounted && countedLink.openings === 1;
    if (link.notify && isFirst) {
      const partition = `share:${link.id}/mail`;
      const payload = { linkId: link.id };
      await enqueueDelivery(tx, { partition, kind: 'share.opened', payload, now: ctx.now });
    }
  });
}
