import { getApiDocument } from '#lib/http/operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getApiDocument);
