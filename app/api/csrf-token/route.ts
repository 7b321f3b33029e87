import { getCsrfToken } from '#lib/http/api/csrf.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getCsrfToken);
