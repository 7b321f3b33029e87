import { getPaymentsCsv } from '#lib/domain/payments/csv-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getPaymentsCsv);
