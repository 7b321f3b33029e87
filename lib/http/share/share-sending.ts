import {
  isBeingSent,
  SENDING_SECONDS,
  sendingProof,
  VISIT,
} from '#lib/domain/share-links/access.ts';
import { countOpening } from '#lib/domain/share-links/count-opening.ts';
import type { SharedDocument, ShareLink } from '#lib/domain/share-links/reads.ts';
import { cookieHeader } from '#lib/http/api/cookies.ts';
import { fileReply, lookOf } from '#lib/http/files/file-reply.ts';
import { type FolderKind, folderReply } from '#lib/http/files/folder-reply.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/** Says for half an hour that this browser's visit, or its sending of a document, was counted. */
export const SENDING_COOKIE = 'enlace-envio';

/** `cookiePath`: of the address; `isVisit`: there a whole visit is one opening. */
export type Counting = { cookiePath: string; isVisit?: boolean; isOwner?: boolean };
type Opening = Parameters<typeof countOpening>[2];

/** Whether this browser may go on with what was counted. */
export function goesOn(
  ctx: RequestCtx,
  link: ShareLink,
  isVisit: boolean,
  documentId = '',
): boolean {
  return isBeingSent(link, isVisit ? VISIT : documentId, ctx.cookies.get(SENDING_COOKIE), ctx.now);
}

/** At the short address only the first of a visit uses an opening up. */
export async function count(
  ctx: RequestCtx,
  link: ShareLink,
  opening: Opening,
  { cookiePath, isVisit = false, isOwner = false }: Counting,
): Promise<void> {
  if (isOwner) return;
  const isCounted = isVisit && goesOn(ctx, link, true);
  if (isCounted && opening.way === 'enter') return;
  await countOpening(ctx, link, { ...opening, isCounted });
  const what = isVisit ? VISIT : opening.documentId;
  if (isCounted || what === null) return;
  const proof = sendingProof(link, what, ctx.now);
  ctx.out.headers.append(
    'Set-Cookie',
    cookieHeader(SENDING_COOKIE, proof, SENDING_SECONDS, cookiePath),
  );
}

/** Counts once per sending; later ranges belong to it. HEAD and 304 count nothing. */
export function sendShared(
  ctx: RequestCtx,
  link: ShareLink,
  document: SharedDocument,
  request: Request,
  { inline, ...counting }: Counting & { inline: boolean },
): Promise<Response> {
  const { file, disposition } = lookOf(document, inline);
  const way = disposition === 'inline' ? 'view' : 'download';
  return fileReply(request, file, {
    disposition,
    missing: 'document_not_found',
    onSend: async (part) => {
      const { id: documentId } = document;
      const isKnown = goesOn(ctx, link, counting.isVisit ?? false, documentId);
      if (isKnown && part !== 'whole' && part.start > 0) return;
      await count(ctx, link, { documentId, way }, counting);
    },
  });
}

/** All documents of a link as a ZIP or one PDF, which counts as one opening once there is something. */
export async function sendAll(
  ctx: RequestCtx,
  link: ShareLink,
  request: Request,
  { as, ...counting }: Counting & { as: FolderKind },
): Promise<Response> {
  const { documents, label, owner } = link;
  const folder = { title: label, owner, now: ctx.now };
  return folderReply(request, documents, {
    as,
    folder,
    onSend: () => count(ctx, link, { documentId: null, way: 'download' }, counting),
  });
}
