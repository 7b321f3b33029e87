import { deleteGoogle } from '#lib/domain/accounts/operations.ts';
import { getGoogle } from '#lib/http/google.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getGoogle, deleteGoogle);
