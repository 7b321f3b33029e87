import { z } from 'zod';
import { postExtendShare } from '#lib/domain/share-links/operations.ts';
import { shareExtension } from '#lib/domain/share-links/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postExtendShare, {
  keep: ['id', 'expiresInDays'],
  body: z.object({ expiresInDays: z.coerce.number().pipe(shareExtension.shape.expiresInDays) }),
  to: ({ fields }) => `?aviso=extendido&extendido=${fields.id ?? ''}`,
});
