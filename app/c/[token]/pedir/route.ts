import { z } from 'zod';
import { getSharedLink } from '#lib/domain/share-links/reads/links.ts';
import { requestLink } from '#lib/domain/share-links/writes/send-links.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { sharedAccess, sharePagePath } from '#lib/http/share/share-access.ts';
import { email, optional } from '#lib/platform/operations/fields.ts';

/** Asks the owner of an ended share link for a new one. */
export const { GET, POST } = form({
  ...sharedAccess,
  body: z.object({ correo: optional(email('Ingresa tu correo.')) }),
  handler: async (ctx, { params: { token }, body: { correo } }) => {
    await requestLink(await getSharedLink(token), ctx.now, correo);
    return sharePagePath(token);
  },
});
