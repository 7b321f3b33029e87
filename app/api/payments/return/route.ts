import { route } from '#lib/http/api/route.ts';
import { getPaymentReturn, postPaymentReturn } from '#lib/http/payments/payment-return.ts';

export const GET = route(getPaymentReturn);
export const POST = route(postPaymentReturn);
