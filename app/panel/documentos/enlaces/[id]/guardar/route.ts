import { patchShare } from '#lib/domain/share-links/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { shareForm, typedChange } from '#lib/http/forms/share-form.ts';

export const { GET, POST } = formRoute(patchShare, {
  body: typedChange,
  ...shareForm,
  to: '/panel/documentos/enlaces?aviso=cambiado',
});
