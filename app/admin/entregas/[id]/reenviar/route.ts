import { deliveryForm } from '#app/admin/_lib/lead-forms.ts';
import { postResendDelivery } from '#lib/domain/requests/team/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postResendDelivery, deliveryForm);
