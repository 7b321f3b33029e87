import { patchDocument } from '#lib/domain/documents/operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(patchDocument);
