import { route } from '#lib/http/api/route.ts';
import { getChangePassword } from '#lib/http/site/well-known.ts';

export const GET = route(getChangePassword);
