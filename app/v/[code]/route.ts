import { route } from '#lib/http/api/route.ts';
import { getCode, postCode } from '#lib/http/verify/verify.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCode, postCode);
