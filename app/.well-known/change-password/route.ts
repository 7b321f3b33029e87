import { route } from '#lib/http/api/route.ts';
import { getChangePassword } from '#lib/http/server/well-known.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getChangePassword);
