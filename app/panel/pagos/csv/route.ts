import { getOwnPaymentsCsv } from '#lib/domain/payments/payer-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getOwnPaymentsCsv);
