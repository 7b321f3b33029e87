import { getPaymentReturn, postPaymentReturn } from '#lib/domain/payments/return-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getPaymentReturn);
export const POST = route(postPaymentReturn);
