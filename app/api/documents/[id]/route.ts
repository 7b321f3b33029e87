import { patchDocument } from '#lib/domain/documents/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const PATCH = route(patchDocument);
