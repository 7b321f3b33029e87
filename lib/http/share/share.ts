import { z } from 'zod';
import { keepProof, missingProof } from '#lib/domain/share-links/browser.ts';
import { createProofTicket } from '#lib/domain/share-links/proofs.ts';
import {
  getLinkByToken,
  requireOpenLink,
  type ShareLink,
} from '#lib/domain/share-links/reads/links.ts';
import { checkSharePassword } from '#lib/domain/share-links/writes/check-proofs.ts';
import { fileAnswers, fileTypes } from '#lib/http/files/file-reply.ts';
import { folderFormatParam, folderKinds } from '#lib/http/files/folder-reply.ts';
import {
  acceptsHtml,
  seeOther,
  shareLimit,
  sharePagePath,
  toSharePage,
} from '#lib/http/share/share-access.ts';
import { sendDocuments } from '#lib/http/share/share-sending.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { secretToken } from '#lib/platform/operations/fields.ts';
import { defineStream, type GuestCtx } from '#lib/platform/operations/operation.ts';
import { readForm } from '#lib/platform/web/body.ts';

const shareQuery = z.object({
  download: z.string().max(5).optional().describe('`1`: the file itself, also to a browser.'),
  inline: z.string().max(5).optional().describe('`1`: shown where browsers can, not saved.'),
  document: z.string().max(64).optional().describe('The `fileId` of a document of the link.'),
  as: folderFormatParam.default('zip'),
});
type ShareInput = { params: { token: string }; query: z.infer<typeof shareQuery> };

const commonFields = {
  path: '/api/share/{token}',
  auth: 'guest',
  limit: shareLimit,
  params: z.object({ token: secretToken }),
  query: shareQuery,
  produces: [...fileTypes, folderKinds.zip],
  reply: z.never(),
  refusalPage: toSharePage,
} as const;

export const getShared = defineStream({
  ...commonFields,
  method: 'GET',
  errors: ['forbidden', 'document_not_found', 'share_not_found', 'share_expired', 'unavailable'],
  alsoAnswers: { ...fileAnswers, 303: 'To browsers: the page of the link.' },
  setsCookies: ['shareSending'],
  summary: 'Get the file or ZIP of a share link; a browser gets its page',
  handler: async (ctx, input, request) => {
    const { params, query } = input;
    const isFile = isFlagOn(query.download) || isFlagOn(query.inline);
    // The link is not read before the redirect, so that timing does not reveal whether it exists.
    if (acceptsHtml(request) && !isFile)
      return seeOther(sharePagePath(params.token, query.document));
    const link = requireOpenLink(await getLinkByToken(params.token), ctx.now);
    await requireProof(ctx, link);
    return sendShared(ctx, link, request, input);
  },
});

export const postShared = defineStream({
  ...commonFields,
  method: 'POST',
  accepts: 'application/x-www-form-urlencoded',
  form: { fields: z.object({ password: z.string().describe('Of the link.') }) },
  errors: [
    'document_not_found',
    'forbidden',
    'payload_too_large',
    'share_expired',
    'share_not_found',
    'unavailable',
    'unsupported_media_type',
    'wrong_credentials',
  ],
  alsoAnswers: { ...fileAnswers, 303: 'To browsers: the page of the link, open for an hour.' },
  setsCookies: ['sharePassword', 'shareSending'],
  summary: 'Open a share link with its password; the answer is that of GET',
  handler: async (ctx, input, request) => {
    const { token } = input.params;
    const link = await getLinkByToken(token);
    const { password = '' } = await readForm(request);
    requireOpenLink(link, ctx.now);
    await checkSharePassword(ctx, link, password);
    const proof = createProofTicket('password', link, ctx.now);
    for (const path of [apiPath(token), ...(acceptsHtml(request) ? [sharePagePath(token)] : [])]) {
      keepProof(ctx, 'password', proof, path);
    }
    if (acceptsHtml(request)) return seeOther(sharePagePath(token, input.query.document));
    await requireProof(ctx, link, proof);
    return sendShared(ctx, link, request, input);
  },
});

async function requireProof(ctx: GuestCtx, link: ShareLink, password?: string): Promise<void> {
  const missing = await missingProof(ctx, link, password === undefined ? {} : { password });
  if (missing === null) return;
  const requirementText =
    missing === 'password' ? 'tiene contraseña' : 'pide un código que llega por correo';
  const message = `Este enlace ${requirementText}: ábrelo en un navegador.`;
  throw new AppError('forbidden', { message });
}

function sendShared(
  ctx: GuestCtx,
  link: ShareLink,
  request: Request,
  { params, query }: ShareInput,
): Promise<Response> {
  return sendDocuments(ctx, link, request, {
    fileId: query.document,
    inline: isFlagOn(query.inline) && !isFlagOn(query.download),
    format: query.as,
    cookiePath: apiPath(params.token),
    isVisit: false,
  });
}

const apiPath = (token: string) => commonFields.path.replace('{token}', token);

function isFlagOn(flag: string | undefined): boolean {
  return flag !== undefined && flag !== '0' && flag !== '';
}
