import { postResendDelivery } from '#lib/domain/requests/team/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { deliveryForm } from '#lib/http/forms/lead-pages.ts';

export const { GET, POST } = formRoute(postResendDelivery, deliveryForm);
