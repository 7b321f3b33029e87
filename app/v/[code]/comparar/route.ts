import { formRoute } from '#lib/http/forms/form-route.ts';
import { postCompared } from '#lib/http/verify/compare-file.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postCompared);
