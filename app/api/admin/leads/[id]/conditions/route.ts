import { postConditions } from '#lib/domain/requests/conditions/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postConditions);
