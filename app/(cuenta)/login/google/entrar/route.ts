import { joinForm } from '#lib/http/accounts/google.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(joinForm);
