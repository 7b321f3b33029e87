import { requestLink } from '#lib/domain/share-links/writes/send-links.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { findShared, ofShared, pageOf } from '#lib/http/share/share-access.ts';

/** Asks the owner of a share link that ended for a new one. */
export const { GET, POST } = formRoute({
  ...ofShared,
  path: '/c/{token}/pedir',
  handler: async (ctx, { params: { token } }) => {
    await requestLink(await findShared(token), ctx.now);
    return pageOf(token);
  },
});
