import { postGuarantees } from '#lib/domain/requests/submissions/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postGuarantees);
