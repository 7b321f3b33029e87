import { isBeingSent, SENDING_SECONDS, sendingProof } from '#lib/domain/share-links/access.ts';
import { archiveOf } from '#lib/domain/share-links/archive.ts';
import { countOpening } from '#lib/domain/share-links/count-opening.ts';
import type { SharedDocument, ShareLink } from '#lib/domain/share-links/reads.ts';
import { cookieHeader } from '#lib/http/cookies.ts';
import { drop, fileReply } from '#lib/http/file-reply.ts';
import { streamResponse } from '#lib/platform/content.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { cleanFileName, contentDisposition } from '#lib/platform/storage/file-name.ts';
import { isPreviewable } from '#lib/platform/storage/previewable.ts';
import { streamSending } from '#lib/platform/storage/sending.ts';

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
  return fileReply(
    request,
    { ...document, contentType },
    {
      disposition: inline && isPreviewable(contentType) ? 'inline' : 'attachment',
      missing: 'document_not_found',
      onSend: async (part) => {
        if (isOwner) return;
        const known = isBeingSent(link, document.id, ctx.cookies.get(SENDING_COOKIE), ctx.now);
        if (known && part !== 'whole' && part.start > 0) return;
        await countOpening(ctx, link, document.id);
        const proof = sendingProof(link, document.id, ctx.now);
        const cookie = cookieHeader(SENDING_COOKIE, proof, SENDING_SECONDS, cookiePath);
        ctx.out.headers.append('Set-Cookie', cookie);
      },
    },
  );
}

/** All documents of a link as a ZIP, which counts as one opening once the first is open. */
export async function sendAll(
  ctx: RequestCtx,
  { link, isOwner }: { link: ShareLink; isOwner: boolean },
  request: Request,
): Promise<Response> {
  const isHead = request.method === 'HEAD';
  const zip = isHead ? null : streamSending(await archiveOf(link.documents));
  if (zip && !isOwner) await countOpening(ctx, link, null).catch((error) => drop(zip, error));
  const name = cleanFileName(`${link.label ?? 'documentos'}.zip`);
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', name),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'private, no-store, no-transform',
  });
  return streamResponse(zip, { headers });
}
