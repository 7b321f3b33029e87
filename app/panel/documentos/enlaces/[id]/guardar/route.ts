import { changeForm, shareRefill } from '#app/panel/documentos/_lib/share-form.ts';
import { patchShare } from '#lib/domain/share-links/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(patchShare, {
  body: changeForm,
  ...shareRefill,
  to: '/panel/documentos/enlaces?aviso=cambiado',
});
