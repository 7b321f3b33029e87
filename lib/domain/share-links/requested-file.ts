import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { recordTeamView } from '#lib/domain/documents/open-document.ts';
import { isSameOpening } from '#lib/domain/share-links/browser.ts';
import type { OpeningCost } from '#lib/domain/share-links/copy.ts';
import type { ShareLink } from '#lib/domain/share-links/reads/links.ts';
import { isOwnerOf, openingsLeft } from '#lib/domain/share-links/rules.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/**
 * Finds the document of `fileId` or, without one, everything that the link shows, and tells whether
 * it would count as an opening. Throws `document_not_found`, or `share_expired` if no opening is
 * left.
 */
export async function getRequestedFile(
  ctx: RequestCtx,
  link: ShareLink,
  { fileId, isVisit }: { fileId: string | undefined; isVisit: boolean },
) {
  const isWhole = fileId === undefined;
  const namedDocument = link.documents.find((shared) => shared.fileId === fileId);
  const document = isWhole && !link.isFolder ? link.documents[0] : namedDocument;
  if (!isWhole && !document) throw new AppError('document_not_found');
  const isBegun = isSameOpening(ctx, link, { isVisit, documentId: document?.id });
  const viewer = await findSignedInCtx(ctx);
  const isOwner = isOwnerOf(link, viewer);
  if (openingsLeft(link) === 0 && !isBegun && !isOwner) throw new AppError('share_expired');
  for (const { id } of document ? [document] : link.documents) {
    if (viewer) await recordTeamView(viewer, { id, accountId: link.accountId });
  }
  const costs: OpeningCost = isOwner ? 'own' : isBegun ? 'nothing' : 'visit';
  return { document, isOwner, costs };
}
