import { profileForm } from '#lib/domain/accounts/profile-forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(profileForm, {
  back: parentPath,
  keep: ['rut', 'name', 'razonSocial', 'telefono', 'direccion', 'region', 'comuna'],
});
