import { getIssuedOne } from '#lib/domain/issued-guarantees/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getIssuedOne);
