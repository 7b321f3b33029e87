import { findSignedIn } from '#lib/domain/accounts/signed-in.ts';
import { PROOF_SECONDS, proofOf } from '#lib/domain/share-links/proofs.ts';
import { requireOpenLink } from '#lib/domain/share-links/reads.ts';
import { linkProof } from '#lib/domain/share-links/schema.ts';
import { checkShareCode, checkSharePassword } from '#lib/domain/share-links/writes/check-proofs.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import {
  findSharedLink,
  isOwnerOf,
  keptProofs,
  missingProof,
  pageOf,
  sharedAccess,
} from '#lib/http/share/share-access.ts';
import { countOpening } from '#lib/http/share/share-sending.ts';

/**
 * Checks the password of a share link or the code that was mailed. Either opens the link for an
 * hour.
 */
export const { GET, POST } = formRoute({
  ...sharedAccess,
  path: '/c/{token}/abrir',
  body: linkProof,
  handler: async (ctx, { params: { token }, query, body }) => {
    const link = requireOpenLink(await findSharedLink(token), ctx.now);
    const missing = await missingProof(ctx, link);
    if (missing === null) return pageOf(token, query.document);
    if (missing === 'code') await checkShareCode(ctx, link, body.code ?? '');
    else await checkSharePassword(ctx, link, body.password ?? '');
    const proof = proofOf(missing, link, ctx.now);
    const path = pageOf(token);
    ctx.browser.set(keptProofs[missing], proof, { seconds: PROOF_SECONDS, path });
    if (!(await missingProof(ctx, link, { [missing]: proof }))) {
      const isOwner = isOwnerOf(link, await findSignedIn(ctx));
      const counting = { cookiePath: path, isVisit: true, isOwner };
      await countOpening(ctx, link, { documentId: null, way: 'enter' }, counting);
    }
    return pageOf(token, query.document);
  },
});
