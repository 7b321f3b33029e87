import { deleteGoogle } from '#lib/domain/accounts/profile-operations.ts';
import { getGoogle } from '#lib/http/accounts/google.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getGoogle);
export const DELETE = route(deleteGoogle);
