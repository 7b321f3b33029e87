import { route } from '#lib/http/api/route.ts';
import { getSharedFile } from '#lib/http/share/share-page.ts';

export const GET = route(getSharedFile);
