import { z } from 'zod';
import { actionLimit } from '#lib/domain/requests/team/operations.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { removeNote } from '#lib/domain/requests/team/writes/remove-note.ts';
import { parentPath } from '#lib/http/forms/form.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Removes a note that the advisor has just written. Only the notice after writing offers it. */
export const { GET, POST } = form({
  auth: 'admin',
  limit: actionLimit,
  params: leadParams,
  body: z.object({ nota: z.coerce.number().pipe(z.int().positive()) }),
  back: (path) => parentPath(parentPath(path)),
  handler: async (ctx, { params, body }) => {
    await removeNote(ctx, params.id, body.nota);
    return '?aviso=sin-nota#acciones';
  },
});
