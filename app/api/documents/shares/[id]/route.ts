import { deleteShare, patchShare } from '#lib/domain/share-links/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const DELETE = route(deleteShare);
export const PATCH = route(patchShare);
