import { postAccess } from '#lib/domain/accounts/desk-operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postAccess);
