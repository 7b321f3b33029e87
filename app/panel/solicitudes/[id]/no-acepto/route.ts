import { bySession, declineForm } from '#app/_lib/request-forms.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form(declineForm(bySession));
