import { formRoutes } from '#lib/http/form-routes.ts';
import { forms } from '#lib/http/forms.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoutes(forms);
