import { route } from '#lib/http/api/route.ts';
import { getCodes } from '#lib/http/verify/verify.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCodes);
