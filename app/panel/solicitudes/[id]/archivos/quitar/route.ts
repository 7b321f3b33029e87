import { z } from 'zod';
import { ownFilesAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { withdrawFile } from '#lib/domain/requests/applicant/writes/files-and-messages.ts';
import { requestFile } from '#lib/domain/uploads/schema.ts';
import { parentPath } from '#lib/http/forms/form.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownFilesAccess,
  body: z.object({ archivo: requestFile }),
  back: (path) => parentPath(parentPath(path)),
  handler: async (ctx, { params, body }) => {
    await withdrawFile(ctx, params.id, body.archivo);
    return '?aviso=quitado#documentos';
  },
});
