import { route } from '#lib/http/api/route.ts';
import { getDownload } from '#lib/http/files/downloads.ts';

export const GET = route(getDownload);
