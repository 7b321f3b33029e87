import { route } from '#lib/http/api/route.ts';
import { getSecurityTxt } from '#lib/http/site/well-known.ts';

export const GET = route(getSecurityTxt);
