import { route } from '#lib/http/api/route.ts';
import { getSecurityTxt } from '#lib/http/server/well-known.ts';

export const GET = route(getSecurityTxt);
