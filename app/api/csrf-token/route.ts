import { getCsrfToken } from '#lib/http/csrf.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCsrfToken);
