import { getOwnRequests } from '#lib/domain/requests/applicant/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getOwnRequests);
