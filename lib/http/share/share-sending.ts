import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { recordTeamView } from '#lib/domain/documents/open-document.ts';
import type { Cost } from '#lib/domain/share-links/copy.ts';
import {
  createSendingTicket,
  isOpeningCounted,
  SHARE_PARTS_SECONDS,
  VISIT,
} from '#lib/domain/share-links/proofs.ts';
import type { SharedDocument, ShareLink } from '#lib/domain/share-links/reads.ts';
import { openingsLeft } from '#lib/domain/share-links/rules.ts';
import { countLinkOpening } from '#lib/domain/share-links/writes/count-link-opening.ts';
import { dispositionOf, fileReply } from '#lib/http/files/file-reply.ts';
import { type FolderKind, folderReply } from '#lib/http/files/folder-reply.ts';
import { isOwnerOf } from '#lib/http/share/share-access.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/**
 * How an opening is counted. On the page of a link (`isVisit`), all that a browser opens within
 * half an hour counts as one visit. Through the API, which has no visits, each file counts. The
 * cookie that remembers a counted opening is limited to `cookiePath`. An owner's openings are not
 * counted.
 */
type CountOptions = { cookiePath: string; isVisit?: boolean; isOwner?: boolean };
type Opening = Parameters<typeof countLinkOpening>[2];

/** Whether this browser continues an opening that was already counted. */
function isSameOpening(
  ctx: RequestCtx,
  link: ShareLink,
  { isVisit = false, documentId = '' }: { isVisit?: boolean; documentId?: string | undefined },
): boolean {
  return isOpeningCounted(
    link,
    isVisit ? VISIT : documentId,
    ctx.browser.get('shareSending'),
    ctx.now,
  );
}

/** Counts an opening. On the page of a link, only the first file of a visit counts. */
export async function countOpening(
  ctx: RequestCtx,
  link: ShareLink,
  opening: Opening,
  { cookiePath, isVisit = false, isOwner = false }: CountOptions,
): Promise<void> {
  if (isOwner) return;
  const isCounted = isVisit && isSameOpening(ctx, link, { isVisit });
  if (isCounted && opening.way === 'enter') return;
  await countLinkOpening(ctx, link, { ...opening, isCounted });
  const target = isVisit ? VISIT : opening.documentId;
  if (isCounted || target === null) return;
  const proof = createSendingTicket(link, target, ctx.now);
  ctx.browser.set('shareSending', proof, { seconds: SHARE_PARTS_SECONDS, path: cookiePath });
}

/**
 * Finds the document of `fileId`, or everything that the link shows without it, and whether it
 * would count as an opening. Throws `document_not_found`, or `share_expired` if no opening is left.
 */
export async function findRequestedFile(
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
  const costs: Cost = isOwner ? 'own' : isBegun ? 'nothing' : 'visit';
  return { document, isOwner, costs };
}

type DocumentChoice = { fileId: string | undefined; inline: boolean; format: FolderKind };

/** Sends one document or, without `fileId`, all of them in the format `format`. */
export async function sendDocuments(
  ctx: RequestCtx,
  link: ShareLink,
  request: Request,
  {
    fileId,
    inline,
    format,
    cookiePath,
    isVisit,
  }: DocumentChoice & { cookiePath: string; isVisit: boolean },
): Promise<Response> {
  const { document, isOwner } = await findRequestedFile(ctx, link, { fileId, isVisit });
  const countOptions = { cookiePath, isVisit, isOwner };
  return document
    ? sendSharedDocument(ctx, link, document, request, { inline, ...countOptions })
    : sendAllDocuments(ctx, link, request, { format, ...countOptions });
}

/** Sends a document. All its ranges count as one opening, HEAD and 304 do not count. */
export async function sendSharedDocument(
  ctx: RequestCtx,
  link: ShareLink,
  document: SharedDocument,
  request: Request,
  { inline, ...countOptions }: CountOptions & { inline: boolean },
): Promise<Response> {
  const { file, disposition } = dispositionOf(document, { isInline: inline || link.viewOnly });
  if (link.viewOnly && (disposition !== 'inline' || isOpenedDirectly(request)))
    throw viewOnlyError();
  const way = disposition === 'inline' ? 'view' : 'download';
  return fileReply(request, file, {
    disposition,
    missingError: 'document_not_found',
    onSend: async (part) => {
      const { id: documentId } = document;
      const isKnown = isSameOpening(ctx, link, { ...countOptions, documentId });
      if (isKnown && part !== 'whole' && part.start > 0) return;
      await countOpening(ctx, link, { documentId, way }, countOptions);
    },
  });
}

/** Sends all documents as a ZIP or a PDF, which counts as one opening. */
async function sendAllDocuments(
  ctx: RequestCtx,
  link: ShareLink,
  request: Request,
  { format, ...countOptions }: CountOptions & { format: FolderKind },
): Promise<Response> {
  const { documents, label, owner, viewOnly } = link;
  if (viewOnly) throw viewOnlyError();
  const folder = { title: label, owner, now: ctx.now };
  return folderReply(request, documents, {
    format,
    folder,
    onSend: () => countOpening(ctx, link, { documentId: null, way: 'download' }, countOptions),
  });
}

/**
 * Whether a browser would show or save the file itself. Our viewer fetches files (`empty`), and
 * programs send no such header.
 */
function isOpenedDirectly(request: Request): boolean {
  return (request.headers.get('sec-fetch-dest') ?? 'empty') !== 'empty';
}

function viewOnlyError(): AppError {
  const message = 'Este enlace es solo para ver: no entrega archivos para guardar.';
  return new AppError('forbidden', { message });
}
