import { getOrderCheck } from '#lib/domain/marketplace/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getOrderCheck);
