import { byLink, writeForm } from '#app/_lib/request-forms.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form(writeForm(byLink));
