import { getPaymentReturn, postPaymentReturn } from '#lib/http/payment-return.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getPaymentReturn,
  postPaymentReturn,
);
