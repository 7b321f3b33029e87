import { isBeingSent, SENDING_SECONDS, sendingProof } from '#lib/domain/share-links/access.ts';
import { countOpening } from '#lib/domain/share-links/count-opening.ts';
import type { SharedDocument, ShareLink } from '#lib/domain/share-links/reads.ts';
import { cookieHeader } from '#lib/http/cookies.ts';
import { fileReply } from '#lib/http/file-reply.ts';
import { type FolderKind, folderReply } from '#lib/http/folder-reply.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { isPreviewable } from '#lib/platform/storage/previewable.ts';

/** Says for a quarter of an hour that this browser's sending of a document was counted. */
export const SENDING_COOKIE = 'enlace-envio';

type Options = { inline: boolean; cookiePath: string; isOwner?: boolean };

/**
 * One document of a link, counted once per sending: what a viewer or a broken download asks for
 * after the beginning is part of it. HEAD and 304 send nothing and count nothing.
 */
export function sendShared(
  ctx: RequestCtx,
  link: ShareLink,
  document: SharedDocument,
  request: Request,
  { inline, cookiePath, isOwner }: Options,
): Promise<Response> {
  const contentType = inline ? document.contentType : 'application/octet-stream';
  const isView = inline && isPreviewable(contentType);
  return fileReply(
    request,
    { ...document, contentType },
    {
      disposition: isView ? 'inline' : 'attachment',
      missing: 'document_not_found',
      onSend: async (part) => {
        if (isOwner) return;
        const known = isBeingSent(link, document.id, ctx.cookies.get(SENDING_COOKIE), ctx.now);
        if (known && part !== 'whole' && part.start > 0) return;
        await countOpening(ctx, link, {
          documentId: document.id,
          way: isView ? 'view' : 'download',
        });
        const proof = sendingProof(link, document.id, ctx.now);
        const cookie = cookieHeader(SENDING_COOKIE, proof, SENDING_SECONDS, cookiePath);
        ctx.out.headers.append('Set-Cookie', cookie);
      },
    },
  );
}

/** All documents of a link as a ZIP or one PDF, which counts as one opening once there is something. */
export async function sendAll(
  ctx: RequestCtx,
  { link, isOwner }: { link: ShareLink; isOwner: boolean },
  request: Request,
  as: FolderKind,
): Promise<Response> {
  const { documents, label, owner } = link;
  const folder = { title: label, owner, now: ctx.now };
  return folderReply(request, documents, {
    as,
    folder,
    onSend: async () => {
      if (!isOwner) await countOpening(ctx, link, { documentId: null, way: 'download' });
    },
  });
}
