import { getOwnRequests } from '#lib/domain/own-requests/operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOwnRequests);
