import { getGuestReceipt } from '#lib/domain/payments/receipt-operation.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getGuestReceipt);
