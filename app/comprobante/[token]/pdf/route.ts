import { getReceiptPdf } from '#lib/domain/own-requests/receipt-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getReceiptPdf);
