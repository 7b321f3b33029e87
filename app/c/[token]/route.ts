import { route } from '#lib/http/api/route.ts';
import { getByCode, postByCode } from '#lib/http/share/share.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getByCode, postByCode);
