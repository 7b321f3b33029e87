import { getPaymentReturn, postPaymentReturn } from '#lib/http/payments/payment-return.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getPaymentReturn);
export const POST = route(postPaymentReturn);
