import { route } from '#lib/http/route.ts';
import { getShared, postShared } from '#lib/http/share.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getShared, postShared);
