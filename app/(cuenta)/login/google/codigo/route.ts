import { joinCodeForm } from '#lib/http/accounts/google.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(joinCodeForm);
