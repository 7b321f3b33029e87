import { postConditions } from '#lib/domain/requests/offers/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postConditions);
