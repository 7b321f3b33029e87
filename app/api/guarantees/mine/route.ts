import { getOwnRequests } from '#lib/domain/requests/applicant/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOwnRequests);
