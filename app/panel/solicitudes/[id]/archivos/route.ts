import { ownFilesAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { receiveFiles } from '#lib/domain/requests/applicant/receive-files.ts';
import { uploadForm } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = uploadForm({
  ...ownFilesAccess,
  handler: async (ctx, { params: { id } }, received) => {
    await receiveFiles(ctx, { kind: 'own', user: ctx, id }, received);
    return '?aviso=documentos#documentos';
  },
});
