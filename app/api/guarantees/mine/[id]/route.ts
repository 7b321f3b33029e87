import { deleteOwnRequest } from '#lib/domain/erasure/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const DELETE = route(deleteOwnRequest);
