import { deliveryForm } from '#app/admin/_lib/lead-forms.ts';
import { postRetry } from '#lib/domain/requests/team/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postRetry, deliveryForm);
