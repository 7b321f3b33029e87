import { getOwnReceipt } from '#lib/http/receipt.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOwnReceipt);
