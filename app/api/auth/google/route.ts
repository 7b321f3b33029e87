import { deleteGoogle } from '#lib/domain/accounts/operations.ts';
import { getGoogle } from '#lib/http/accounts/google.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getGoogle, deleteGoogle);
