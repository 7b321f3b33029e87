import { postRefund } from '#lib/domain/payments/admin-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postRefund);
