import { postShare } from '#lib/domain/share-links/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { RETYPE, typedShare } from '#lib/http/forms/share-form.ts';

export const { GET, POST } = formRoute(postShare, {
  body: typedShare,
  keep: [
    'doc-*',
    'todos',
    'recipients',
    'nombre*',
    'email*',
    'recipientNote',
    'expiresInHours',
    'label',
    'maxOpenings',
    'notify',
    'emailCode',
  ],
  again: { password: RETYPE },
  to: ({ reply }) => `/panel/documentos/enlaces?enlace=${reply.id}`,
});
