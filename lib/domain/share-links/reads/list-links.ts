import { and, asc, count, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { toShare } from '#lib/domain/share-links/view.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import {
  shareLinkDocuments,
  shareLinks,
  shareOpenings,
} from '#lib/platform/db/schema/share-links.ts';

type SharePageOptions = {
  now: number;
  limit: number;
  offset?: number;
  /** Selects open links, or links that expired or were revoked. */
  state?: 'open' | 'ended';
  openings?: number;
};

/**
 * Lists an account's own links, newest first, with their documents and their latest openings. `now`
 * is in ms.
 */
export async function listShares(
  accountId: string,
  { now, limit, offset = 0, state, openings = 10 }: SharePageOptions,
): Promise<{ shares: Share[]; total: number }> {
  const ownLinksCondition = linksCondition(accountId, state, now);
  const links = await getDb()
    .read.select()
    .from(shareLinks)
    .where(ownLinksCondition)
    .orderBy(
      ...(state === 'ended' ? [desc(shareLinks.requestedAt)] : []),
      desc(shareLinks.createdAt),
      asc(shareLinks.recipient),
      desc(shareLinks.id),
    )
    .limit(limit)
    .offset(offset);
  const shares = await describeLinks(links, openings, now);
  return { shares, total: await getDb().read.$count(shareLinks, ownLinksCondition) };
}

/** Finds an own link in any state, or null. */
export async function findShare(accountId: string, id: string, now: number) {
  const ownCondition = and(eq(shareLinks.id, id), eq(shareLinks.accountId, accountId));
  const links = await getDb().read.select().from(shareLinks).where(ownCondition);
  return (await describeLinks(links, 0, now))[0] ?? null;
}

async function describeLinks(
  links: (typeof shareLinks.$inferSelect)[],
  openings: number,
  now: number,
): Promise<Share[]> {
  const ids = links.map(({ id }) => id);
  const [documents, openingsByLink] = [await listDocuments(ids), await listOpenings(ids, openings)];
  return links.map((link) => {
    const ofLink = {
      documents: documents.get(link.id) ?? [],
      openings: openingsByLink.get(link.id) ?? [],
    };
    return toShare(link, ofLink, now);
  });
}

/**
 * Lists the ended links for which a visitor requested a new link after `since` (ms) that the owner
 * has not made.
 */
export async function listNewLinkRequests(accountId: string, since: number) {
  const { id, label, recipient, requestedAt } = shareLinks;
  const rows = await getDb()
    .read.select({ id, label, recipient, requestedAt })
    .from(shareLinks)
    .where(and(eq(shareLinks.accountId, accountId), gt(requestedAt, since)))
    .orderBy(desc(requestedAt));
  return rows.map((row) => ({ ...row, requestedAt: row.requestedAt ?? since }));
}

export async function countOpenLinks(db: ReadDb | Tx, accountId: string, now: number) {
  const [row] = await db
    .select({ links: count() })
    .from(shareLinks)
    .where(openLinksCondition(accountId, now));
  return row?.links ?? 0;
}

function linksCondition(accountId: string, state: SharePageOptions['state'], now: number) {
  if (state === 'open') return openLinksCondition(accountId, now);
  const ownCondition = eq(shareLinks.accountId, accountId);
  return state === 'ended' ? and(ownCondition, lte(shareLinks.expiresAt, now)) : ownCondition;
}

/**
 * Selects an account's open links. `expiresAt` suffices for that, because revoking a link sets it.
 */
function openLinksCondition(accountId: string, now: number) {
  return and(eq(shareLinks.accountId, accountId), gt(shareLinks.expiresAt, now));
}

/** Lists the documents of links, in their order. Documents that are gone have no name. */
export async function listDocuments(linkIds: string[], db: ReadDb | Tx = getDb().read) {
  if (linkIds.length === 0) return new Map<string, never[]>();
  const rows = await db
    .select({
      linkId: shareLinkDocuments.linkId,
      id: shareLinkDocuments.documentId,
      fileName: documents.fileName,
      category: documents.category,
      customTitle: documents.customTitle,
      renewedAt: shareLinkDocuments.renewedAt,
    })
    .from(shareLinkDocuments)
    .leftJoin(
      documents,
      and(eq(documents.id, shareLinkDocuments.documentId), eq(documents.state, 'kept')),
    )
    .where(inArray(shareLinkDocuments.linkId, linkIds))
    .orderBy(shareLinkDocuments.linkId, shareLinkDocuments.position);
  return Map.groupBy(rows, ({ linkId }) => linkId);
}

/**
 * Lists the openings of a link before the opening `before`, newest first. The caller must have
 * checked whose link it is.
 */
export async function listOpeningPage(
  linkId: string,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const { id } = shareOpenings;
  const rows = await getDb()
    .read.select()
    .from(shareOpenings)
    .where(and(eq(shareOpenings.linkId, linkId), before === undefined ? undefined : lt(id, before)))
    .orderBy(desc(id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

async function listOpenings(linkIds: string[], perLink: number) {
  if (linkIds.length === 0 || perLink === 0) return new Map<string, never[]>();
  const latestOpeningIds = sql`(select latest.id from share_openings latest
    where latest.link_id = ${shareLinks.id} order by latest.id desc limit ${perLink})`;
  const rows = await getDb()
    .read.select({
      linkId: shareOpenings.linkId,
      documentId: shareOpenings.documentId,
      way: shareOpenings.way,
      shortIp: shareOpenings.shortIp,
      agent: shareOpenings.agent,
      at: shareOpenings.at,
    })
    .from(shareLinks)
    .innerJoin(shareOpenings, sql`${shareOpenings.id} in ${latestOpeningIds}`)
    .where(inArray(shareLinks.id, linkIds))
    .orderBy(desc(shareOpenings.id));
  return Map.groupBy(rows, ({ linkId }) => linkId);
}
