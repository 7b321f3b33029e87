import { route } from '#lib/http/api/route.ts';
import { getShared, postShared } from '#lib/http/share/share.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getShared, postShared);
