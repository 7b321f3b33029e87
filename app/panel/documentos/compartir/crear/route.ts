import { shareForm, shareRefill } from '#app/panel/documentos/_lib/share-form.ts';
import { postShare } from '#lib/domain/share-links/operations.ts';
import { createShareLink } from '#lib/domain/share-links/writes/create-link.ts';
import { createAndSendLinks } from '#lib/domain/share-links/writes/send-links.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'signedIn',
  sudo: true,
  limit: postShare.limit,
  body: shareForm,
  ...shareRefill,
  handler: async (ctx, { body: { sends, ...share } }) => {
    const { id } = await (sends ? createAndSendLinks : createShareLink)(ctx, share);
    return `/panel/documentos/enlaces?enlace=${id}${sends ? '&aviso=creado' : ''}`;
  },
});
