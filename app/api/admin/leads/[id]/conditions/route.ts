import { postConditions } from '#lib/domain/conditions/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postConditions);
