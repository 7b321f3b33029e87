import { formRoute } from '#lib/http/forms/form-route.ts';
import { holderForm } from '#lib/http/forms/holder-form.ts';

export const { GET, POST } = formRoute(holderForm, {
  keep: ['role', 'rut', 'razonSocial', 'next'],
});
