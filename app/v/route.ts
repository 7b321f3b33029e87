import { route } from '#lib/http/route.ts';
import { getCodes } from '#lib/http/verify.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCodes);
