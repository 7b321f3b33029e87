import { formRoutes } from '#lib/http/forms/form-routes.ts';
import { forms } from '#lib/http/forms/forms.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoutes(forms);
