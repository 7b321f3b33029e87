import { requestForm } from '#lib/domain/payments/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(requestForm, {
  back: parentPath,
  keep: ['monto', 'detalle', 'correo', 'lead'],
});
