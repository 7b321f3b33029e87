import { route } from '#lib/http/route.ts';
import { getByCode, postByCode } from '#lib/http/share.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getByCode, postByCode);
