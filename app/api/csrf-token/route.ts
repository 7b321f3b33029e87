import { getCsrfToken } from '#lib/http/api/csrf.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCsrfToken);
