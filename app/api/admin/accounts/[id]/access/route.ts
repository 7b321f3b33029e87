import { postAccess } from '#lib/domain/accounts/admin-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postAccess);
