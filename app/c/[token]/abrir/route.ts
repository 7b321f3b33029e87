import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { countOpening, keepProof, missingProof } from '#lib/domain/share-links/browser.ts';
import { createProofTicket } from '#lib/domain/share-links/proofs.ts';
import { getSharedLink, requireOpenLink } from '#lib/domain/share-links/reads/links.ts';
import { isOwnerOf } from '#lib/domain/share-links/rules.ts';
import { linkProofForm } from '#lib/domain/share-links/schema.ts';
import { checkShareCode, checkSharePassword } from '#lib/domain/share-links/writes/check-proofs.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { sharedAccess, sharePagePath } from '#lib/http/share/share-access.ts';

/**
 * Checks the password of a share link or the code that was mailed. Either opens the link for an
 * hour.
 */
export const { GET, POST } = form({
  ...sharedAccess,
  body: linkProofForm,
  handler: async (ctx, { params: { token }, query, body }) => {
    const link = requireOpenLink(await getSharedLink(token), ctx.now);
    const missing = await missingProof(ctx, link);
    if (missing === null) return sharePagePath(token, query.document);
    if (missing === 'code') await checkShareCode(ctx, link, body.code ?? '');
    else await checkSharePassword(ctx, link, body.password ?? '');
    const proof = createProofTicket(missing, link, ctx.now);
    const path = sharePagePath(token);
    keepProof(ctx, missing, proof, path);
    if (!(await missingProof(ctx, link, { [missing]: proof }))) {
      const isOwner = isOwnerOf(link, await findSignedInCtx(ctx));
      const counting = { cookiePath: path, isVisit: true, isOwner };
      await countOpening(ctx, link, { documentId: null, way: 'enter' }, counting);
    }
    return sharePagePath(token, query.document);
  },
});
