import { postCancelPaymentRequest } from '#lib/domain/payments/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postCancelPaymentRequest);
