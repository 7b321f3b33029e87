import { postDecideRefund } from '#lib/domain/payments/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postDecideRefund);
