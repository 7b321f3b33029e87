import { getOwnRequests } from '#lib/domain/own-requests/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getOwnRequests);
