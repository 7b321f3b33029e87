import { getPaymentsCsv } from '#lib/domain/payments/admin-list.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getPaymentsCsv);
