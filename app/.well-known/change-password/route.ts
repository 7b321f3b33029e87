import { route } from '#lib/http/route.ts';
import { getChangePassword } from '#lib/http/well-known.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getChangePassword);
