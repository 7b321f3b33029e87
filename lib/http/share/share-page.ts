import { z } from 'zod';
import { findMember } from '#lib/domain/accounts/signed-in.ts';
import type { Cost } from '#lib/domain/share-links/copy.ts';
import {
  checkShareCode,
  checkSharePassword,
  PROOF_SECONDS,
  type Proof,
  proofOf,
  sendShareCode,
} from '#lib/domain/share-links/proofs.ts';
import { openLink, type SharedDocument, type ShareLink } from '#lib/domain/share-links/reads.ts';
import { requestLink } from '#lib/domain/share-links/send.ts';
import { refusalOf } from '#lib/http/api/reply.ts';
import { fileAnswers, fileTypes } from '#lib/http/files/file-reply.ts';
import { folderKind, folderKinds } from '#lib/http/files/folder-reply.ts';
import {
  findShared,
  keptProofs,
  missingProof,
  pageOf,
  shareLimit,
  toPage,
} from '#lib/http/share/share-access.ts';
import { countOpening, findRequestedFile, sendChosen } from '#lib/http/share/share-sending.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import {
  defineOperation,
  defineStream,
  type RequestCtx,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/addresses.ts';

/** Content of a link's page: its documents, a form for the password or code, or an error. */
export type SharedPage =
  | { shows: 'documents'; link: ShareLink; document: SharedDocument | undefined; costs: Cost }
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
    if (getEnv().rateLimits) await consumePoint(shareLimit, limitSubject(ctx.address), ctx.now);
    link = await findShared(token);
    openLink(link, ctx.now);
    const requires = await missingProof(ctx, link);
    if (requires) return { shows: 'gate', link, requires };
    const { document, costs } = await findRequestedFile(ctx, link, { fileId, isVisit: true });
    return { shows: 'documents', link, document, costs };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, status, message } = refusalOf(error, ctx.requestId);
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
    as: folderKind.default('zip'),
  }),
  produces: [...fileTypes, folderKinds.zip],
  reply: z.never(),
  refusalPage: toPage,
  errors: ['forbidden', 'document_not_found', 'share_not_found', 'share_expired', 'unavailable'],
  alsoAnswers: { ...fileAnswers, 303: 'To browsers instead of a refusal: the page of the link.' },
  keeps: ['shareSending'],
  summary: 'A document of a share link, or all of them as a ZIP or one PDF',
  handler: async (ctx, { params: { token }, query: { document, inline, as } }, request) => {
    const link = openLink(await findShared(token), ctx.now);
    if (await missingProof(ctx, link)) throw new AppError('forbidden');
    const chosen = { fileId: document, inline: inline !== undefined, as };
    const counting = { cookiePath: pageOf(token), isVisit: true };
    return sendChosen(ctx, link, request, { ...chosen, ...counting });
  },
});

const common = {
  method: 'POST',
  auth: 'guest',
  limit: shareLimit,
  params: tokenParams,
  query: z.object({ document: z.string().max(64).optional() }),
  reply: redirectAddress,
} as const;

export const postOpenShared = defineOperation({
  ...common,
  path: '/c/{token}/abrir',
  body: z.object({ password: z.string().optional(), code: z.string().optional() }),
  keeps: ['sharePassword', 'shareCode', 'shareSending'],
  summary: 'Give a share link its password or the code that was mailed; both open it for an hour',
  handler: async (ctx, { params: { token }, query, body }) => {
    const link = openLink(await findShared(token), ctx.now);
    const what = await missingProof(ctx, link);
    if (what === null) return pageOf(token, query.document);
    if (what === 'code') await checkShareCode(ctx, link, body.code ?? '');
    else await checkSharePassword(ctx, link, body.password ?? '');
    const proof = proofOf(what, link, ctx.now);
    const path = pageOf(token);
    ctx.browser.set(keptProofs[what], proof, { seconds: PROOF_SECONDS, path });
    if (!(await missingProof(ctx, link, { [what]: proof }))) {
      const isOwner = (await findMember(ctx))?.accountId === link.accountId;
      const counting = { cookiePath: path, isVisit: true, isOwner };
      await countOpening(ctx, link, { documentId: null, way: 'enter' }, counting);
    }
    return pageOf(token, query.document);
  },
});

export const postShareCode = defineOperation({
  ...common,
  path: '/c/{token}/codigo',
  summary: 'Mail the code of a share link to the address that it is bound to',
  handler: async (ctx, { params: { token } }) => {
    const link = openLink(await findShared(token), ctx.now);
    // If there is a password too, the code is mailed only after it was entered.
    if ((await missingProof(ctx, link)) === 'code') await sendShareCode(link, ctx.now);
    return '?codigo=enviado';
  },
});

export const postAskForShared = defineOperation({
  ...common,
  path: '/c/{token}/pedir',
  summary: 'Ask the owner of a share link that ended for a new one',
  handler: async (ctx, { params: { token } }) => {
    await requestLink(await findShared(token), ctx.now);
    return pageOf(token);
  },
});
