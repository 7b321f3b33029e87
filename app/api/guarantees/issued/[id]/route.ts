import { getIssuedOne } from '#lib/domain/issued-guarantees/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getIssuedOne);
