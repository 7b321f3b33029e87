import { route } from '#lib/http/api/route.ts';
import { getShared, postShared } from '#lib/http/share/share.ts';

export const GET = route(getShared);
export const POST = route(postShared);
