import { postContactExpert } from '#lib/domain/requests/leads/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postContactExpert);
