import { getTrail } from '#lib/domain/audit/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getTrail);
