import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import type { ShareLink } from '#lib/domain/share-links/reads.ts';
import { MAX_LOGGED } from '#lib/domain/share-links/rules.ts';
import { shortAddress } from '#lib/platform/addresses.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks, shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';

const LONGEST_AGENT = 200;
const ways = { view: 'views', download: 'downloads' } as const;

/**
 * Counts one file that is about to be sent, in one statement: of all that come at once no more
 * than `maxOpenings` pass. The first one queues the owner's mail. Throws `share_expired`.
 * @param what `documentId`: null for all of them as a ZIP; `way`: to be looked at, or to be saved.
 */
export async function countOpening(
  ctx: Pick<RequestCtx, 'now' | 'address' | 'agent'>,
  link: Pick<ShareLink, 'id' | 'notify'>,
  { documentId, way }: { documentId: string | null; way: 'view' | 'download' },
): Promise<void> {
  const openings = await getDb().write(async (tx) => {
    const [counted] = await tx
      .update(shareLinks)
      .set({
        openings: sql`${shareLinks.openings} + 1`,
        [ways[way]]: sql`${shareLinks[ways[way]]} + 1`,
      })
      .where(
        and(
          eq(shareLinks.id, link.id),
          gt(shareLinks.expiresAt, ctx.now),
          or(isNull(shareLinks.maxOpenings), lt(shareLinks.openings, shareLinks.maxOpenings)),
        ),
      )
      .returning({ openings: shareLinks.openings });
    if (!counted) throw new AppError('share_expired');
    if (counted.openings <= MAX_LOGGED) {
      await tx.insert(shareOpenings).values({
        linkId: link.id,
        documentId,
        way,
        place: shortAddress(ctx.address),
        agent: ctx.agent.slice(0, LONGEST_AGENT),
        at: ctx.now,
      });
    }
    if (link.notify && counted.openings === 1) {
      const lane = `share:${link.id}/mail`;
      const payload = { linkId: link.id };
      await enqueueDelivery(tx, { lane, kind: 'share.opened', payload, now: ctx.now });
    }
    return counted.openings;
  });
  if (link.notify && openings === 1) wakeDeliveries();
}
