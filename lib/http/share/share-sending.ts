import { type CountOptions, countOpening, isSameOpening } from '#lib/domain/share-links/browser.ts';
import type { SharedDocument, ShareLink } from '#lib/domain/share-links/reads/links.ts';
import { getRequestedFile } from '#lib/domain/share-links/requested-file.ts';
import { dispositionOf, fileReply } from '#lib/http/files/file-reply.ts';
import { type FolderKind, folderReply } from '#lib/http/files/folder-reply.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

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
  const { document, isOwner } = await getRequestedFile(ctx, link, { fileId, isVisit });
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
 * Returns whether a browser would show or save the file itself. Our viewer fetches files (`empty`),
 * and programs send no such header.
 */
function isOpenedDirectly(request: Request): boolean {
  return (request.headers.get('sec-fetch-dest') ?? 'empty') !== 'empty';
}

function viewOnlyError(): AppError {
  const message = 'Este enlace es solo para ver: no entrega archivos para guardar.';
  return new AppError('forbidden', { message });
}
