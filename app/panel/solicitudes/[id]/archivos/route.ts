import { ownFilesAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { receiveFiles } from '#lib/domain/requests/applicant/receive-files.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...ownFilesAccess,
  kind: 'upload',
  handler: async (ctx, { params: { id } }, received) => {
    await receiveFiles(ctx, { kind: 'own', user: ctx, id }, received);
    return '?aviso=documentos#documentos';
  },
});
