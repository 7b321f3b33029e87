import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { checkOpenable } from '#lib/domain/documents/open-document.ts';
import { isCompanyRut } from '#lib/domain/marketplace/rules.ts';
import { shareState } from '#lib/domain/share-links/rules.ts';
import { codesOf } from '#lib/domain/share-links/view.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { cachedQuery } from '#lib/platform/db/file/cached-query.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { shareLinkDocuments, shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { ownerName, publicFileName, publicText } from '#lib/platform/mail/public-names.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';

type LinkRow = typeof shareLinks.$inferSelect;
export type SharedDocument = Pick<typeof documents.$inferSelect, keyof typeof documentColumns>;

export type ShareLink = LinkRow & {
  /** The owner's name for visitors, or null if it may not be shown. */
  owner: string | null;
  /** The owner's RUT for visitors, or null if the owner is a person. */
  rut: string | null;
  /** The documents that still exist, in the order of the link. */
  documents: SharedDocument[];
  /** True if the link was made for several documents, however many are left. */
  isFolder: boolean;
};

/** Finds a link by the token of its long URL, in any state. Throws `share_not_found`. */
export async function getLinkByToken(token: string): Promise<ShareLink> {
  return requireLink(toShareLink(await linkByToken().all({ value: hashToken(token) })));
}

/**
 * Finds a link by the code of its short URL, in any state. The code is derived from a secret
 * (`APP_SECRET`). Throws `share_expired` if that secret is no longer configured, and
 * `share_not_found`.
 */
export async function getLinkByCode(code: string): Promise<ShareLink> {
  const link = requireLink(toShareLink(await linkByCode().all({ value: hashToken(code) })));
  if (!codesOf(link.id).includes(code)) throw new AppError('share_expired');
  return link;
}

function requireLink(link: ShareLink | null): ShareLink {
  if (!link) throw new AppError('share_not_found');
  return link;
}

/**
 * Returns the link if it may be opened at `now` (ms). Throws `share_expired` if it expired, was
 * revoked, or has no documents left.
 */
export function requireOpenLink(link: ShareLink, now: number): ShareLink {
  const state = shareState(link, link.documents.length, now);
  // A spent link may still finish a download that was counted. The caller decides on that.
  if (state !== 'live' && state !== 'spent') throw new AppError('share_expired');
  return link;
}

/** Finds a link by id, in any state. Returns null if it was deleted. */
export async function findShareLink(id: string): Promise<ShareLink | null> {
  return toShareLink(await linkById().all({ value: id }));
}

function toShareLink(
  rows: Awaited<ReturnType<ReturnType<typeof linkById>['all']>>,
): ShareLink | null {
  const [first] = rows;
  if (!first) return null;
  return {
    ...first.link,
    // Older links may contain texts that are refused today.
    label: publicText(first.link.label),
    note: publicText(first.link.note),
    owner: ownerName(first.razonSocial ?? first.name),
    rut: first.rut && isCompanyRut(first.rut) ? formatRut(first.rut) : null,
    documents: rows.flatMap(({ document }) =>
      document
        ? {
            ...document,
            fileName: publicFileName(document.fileName),
            customTitle: publicText(document.customTitle),
          }
        : [],
    ),
    isFolder: rows.length > 1,
  };
}

/** Joins a document only if it still belongs to the account and has been scanned. */
const heldDocumentCondition = and(
  eq(documents.id, shareLinkDocuments.documentId),
  eq(documents.accountId, shareLinks.accountId),
  eq(documents.state, 'kept'),
);

const documentColumns = {
  id: documents.id,
  fileId: documents.fileId,
  fileName: documents.fileName,
  contentType: documents.contentType,
  size: documents.size,
  objectKey: documents.objectKey,
  category: documents.category,
  customTitle: documents.customTitle,
  issuedAt: documents.issuedAt,
  expiresAt: documents.expiresAt,
  countedFrom: documents.countedFrom,
};

const linkQuery = (column: 'id' | 'tokenHash' | 'codeHash') =>
  cachedQuery((read) =>
    read
      .select({
        link: shareLinks,
        razonSocial: accounts.razonSocial,
        name: accounts.name,
        rut: accounts.rut,
        document: documentColumns,
      })
      .from(shareLinks)
      .innerJoin(accounts, eq(accounts.id, shareLinks.accountId))
      .leftJoin(shareLinkDocuments, eq(shareLinkDocuments.linkId, shareLinks.id))
      .leftJoin(documents, heldDocumentCondition)
      .where(and(eq(shareLinks[column], sql.placeholder('value')), isNull(accounts.suspendedAt)))
      .orderBy(shareLinkDocuments.position)
      .prepare(),
  );
const linkByToken = linkQuery('tokenHash');
const linkByCode = linkQuery('codeHash');
const linkById = linkQuery('id');

/** Returns a link of this account holder. Throws `share_not_found`. */
export async function getOwnLink(tx: Tx, accountId: string, id: string) {
  const ownCondition = and(eq(shareLinks.id, id), eq(shareLinks.accountId, accountId));
  const [link] = await tx.select().from(shareLinks).where(ownCondition);
  if (!link) throw new AppError('share_not_found');
  return link;
}

/**
 * Finds the account holder's documents by their keys (`fileId`). Returns their ids in the order of
 * the keys. Throws `document_not_found`, and `conflict` if one is not scanned yet.
 */
export async function getOwnDocumentIds(
  tx: Tx,
  ctx: SignedInCtx,
  keys: string[],
): Promise<string[]> {
  const rows = await tx
    .select({ id: documents.id, fileId: documents.fileId, state: documents.state })
    .from(documents)
    .where(and(inArray(documents.fileId, keys), eq(documents.accountId, ctx.holderId)));
  return keys.map((key) => {
    const document = rows.find(({ fileId }) => fileId === key);
    if (!document) throw new AppError('document_not_found');
    checkOpenable(document);
    return document.id;
  });
}

/**
 * Finds a link by its short code or by the long token of the API. The form of the text tells which
 * one it is. One query therefore suffices, and unknown links take as long as known ones.
 */
export function getSharedLink(token: string): Promise<ShareLink> {
  return /^[0-9a-z]{25}$/.test(token) ? getLinkByCode(token) : getLinkByToken(token);
}
