import { z } from 'zod';
import { missingProof } from '#lib/domain/share-links/browser.ts';
import type { OpeningCost } from '#lib/domain/share-links/copy.ts';
import type { Proof } from '#lib/domain/share-links/proofs.ts';
import {
  getSharedLink,
  requireOpenLink,
  type SharedDocument,
  type ShareLink,
} from '#lib/domain/share-links/reads/links.ts';
import { getRequestedFile } from '#lib/domain/share-links/requested-file.ts';
import { toRefusal } from '#lib/http/api/reply.ts';
import { fileAnswers, fileTypes } from '#lib/http/files/file-reply.ts';
import { folderFormatParam, folderKinds } from '#lib/http/files/folder-reply.ts';
import { shareLimit, sharePagePath, toSharePage } from '#lib/http/share/share-access.ts';
import { sendDocuments } from '#lib/http/share/share-sending.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import { defineStream, type RequestCtx } from '#lib/platform/operations/operation.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/ip-addresses.ts';

/** Content of a link's page: its documents, a form for the password or code, or an error. */
export type SharedPage =
  | {
      shows: 'documents';
      link: ShareLink;
      document: SharedDocument | undefined;
      costs: OpeningCost;
    }
  | { shows: 'gate'; link: ShareLink; requires: Proof }
  | { shows: 'refusal'; code: string; status: number; message: string; ended?: ShareLink };

/** Reads a link for its page without counting an opening. Errors become part of the page. */
export async function openSharedPage(
  ctx: RequestCtx,
  token: string,
  fileId: string | undefined,
): Promise<SharedPage> {
  let link: ShareLink | undefined;
  try {
    if (getEnv().hasRateLimits) await consumePoint(shareLimit, limitSubject(ctx.ip), ctx.now);
    link = await getSharedLink(token);
    requireOpenLink(link, ctx.now);
    const requires = await missingProof(ctx, link);
    if (requires) return { shows: 'gate', link, requires };
    const { document, costs } = await getRequestedFile(ctx, link, { fileId, isVisit: true });
    return { shows: 'documents', link, document, costs };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, status, message } = toRefusal(error, ctx.requestId);
    const ended = code === 'share_expired' && link ? { ended: link } : {};
    return { shows: 'refusal', code, status, message, ...ended };
  }
}

/** Sends a file of a link. All files of a visit count as one opening. */
export const getSharedFile = defineStream({
  method: 'GET',
  path: '/c/{token}/archivo',
  auth: 'guest',
  limit: shareLimit,
  params: tokenParams,
  query: z.object({
    document: z.string().max(64).optional(),
    inline: z.literal('1').optional(),
    as: folderFormatParam.default('zip'),
  }),
  produces: [...fileTypes, folderKinds.zip],
  reply: z.never(),
  refusalPage: toSharePage,
  errors: ['forbidden', 'document_not_found', 'share_not_found', 'share_expired', 'unavailable'],
  alsoAnswers: { ...fileAnswers, 303: 'To browsers instead of a refusal: the page of the link.' },
  setsCookies: ['shareSending'],
  summary: 'Download documents of a share link; all of them come as a ZIP or one PDF',
  handler: async (ctx, { params: { token }, query: { document, inline, as: format } }, request) => {
    const link = requireOpenLink(await getSharedLink(token), ctx.now);
    if (await missingProof(ctx, link)) throw new AppError('forbidden');
    const choice = { fileId: document, inline: inline !== undefined, format };
    const countOptions = { cookiePath: sharePagePath(token), isVisit: true };
    return sendDocuments(ctx, link, request, { ...choice, ...countOptions });
  },
});
