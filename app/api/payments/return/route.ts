import { getPaymentReturn, postPaymentReturn } from '#lib/domain/payments/return-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getPaymentReturn,
  postPaymentReturn,
);
