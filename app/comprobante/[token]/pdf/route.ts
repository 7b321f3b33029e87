import { getReceiptPdf } from '#lib/domain/own-requests/receipt-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getReceiptPdf);
