import { getApiDocument } from '#lib/http/api/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getApiDocument);
