import { z } from 'zod';
import { findSignedInCtx, getSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { openDocument } from '#lib/domain/documents/open-document.ts';
import { findOpenableDocument } from '#lib/domain/documents/reads/documents.ts';
import { findMissingProof } from '#lib/domain/share-links/proofs.ts';
import { getLinkByToken, requireOpenLink } from '#lib/domain/share-links/reads/links.ts';
import { dispositionOf, fileAnswers, fileReply, fileTypes } from '#lib/http/files/file-reply.ts';
import { sendSharedDocument } from '#lib/http/share/share-sending.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  type AdminCtx,
  defineStream,
  type GuestCtx,
  type SignedInCtx,
} from '#lib/platform/operations/operation.ts';

const path = '/api/documents/download';

export const getDownload = defineStream({
  method: 'GET',
  path,
  auth: 'guest',
  limit: { name: 'documents/download', points: 600, seconds: 600, per: 'ip' },
  produces: fileTypes,
  setsCookies: ['shareSending'],
  query: z.object({
    key: z
      .string('Indica el documento.')
      .min(1, 'Indica el documento.')
      .max(64)
      .describe('The `fileId` of a document.'),
    inline: z.string().max(5).optional().describe('`1`: shown where browsers can, not saved.'),
    share: z.string().max(200).optional().describe('Token of a share link, instead of a session.'),
  }),
  reply: z.never(),
  errors: [
    'conflict',
    'document_not_found',
    'forbidden',
    'no_session',
    'share_expired',
    'share_not_found',
    'unavailable',
  ],
  alsoAnswers: fileAnswers,
  summary: 'Download a document of your own or of a share link',
  handler: async (ctx, { query: { key, inline, share } }, request) => {
    const isInline = inline !== undefined && inline !== '' && inline !== '0';
    const sendOwn = async (user: SignedInCtx | AdminCtx) => {
      const { file, disposition } = dispositionOf(await openDocument(user, key), { isInline });
      return fileReply(request, file, { disposition, missingError: 'document_not_found' });
    };
    if (share === undefined) {
      return sendOwn(await getSignedInCtx(ctx, { auth: 'signedIn', method: 'GET' }));
    }
    const user = await findSignedInCtx(ctx);
    if (user && (await isOpenable(user, key))) return sendOwn(user);
    const { link, document } = await getLinkDocument(ctx, share, key);
    return sendSharedDocument(ctx, link, document, request, { inline: isInline, cookiePath: path });
  },
});

async function isOpenable(user: Parameters<typeof findOpenableDocument>[0], key: string) {
  const document = await findOpenableDocument(user, key);
  return document !== null && document !== 'foreign';
}

/**
 * Returns a document of a link. Throws `share_expired`, and `forbidden` if the link does not show
 * it or requires a password or code.
 */
async function getLinkDocument(ctx: GuestCtx, token: string, key: string) {
  const link = requireOpenLink(await getLinkByToken(token), ctx.now);
  const document = link.documents.find(({ fileId }) => fileId === key);
  if (!document || findMissingProof(link, {}, ctx.now)) throw new AppError('forbidden');
  return { link, document };
}
