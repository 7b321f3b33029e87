import { missingProof } from '#lib/domain/share-links/browser.ts';
import { getSharedLink, requireOpenLink } from '#lib/domain/share-links/reads/links.ts';
import { sendShareCode } from '#lib/domain/share-links/writes/check-proofs.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { sharedAccess } from '#lib/http/share/share-access.ts';

/** Mails the code of a share link to the e-mail to which it is bound. */
export const { GET, POST } = form({
  ...sharedAccess,
  handler: async (ctx, { params: { token } }) => {
    const link = requireOpenLink(await getSharedLink(token), ctx.now);
    // If the link also has a password, the code is mailed only after it was entered.
    if ((await missingProof(ctx, link)) === 'code') await sendShareCode(link, ctx.now);
    return '?codigo=enviado';
  },
});
