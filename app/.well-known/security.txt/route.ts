import { route } from '#lib/http/route.ts';
import { getSecurityTxt } from '#lib/http/well-known.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSecurityTxt);
