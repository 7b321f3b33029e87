import { route } from '#lib/http/api/route.ts';
import { getOwnCsv } from '#lib/http/files/issued-files.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOwnCsv);
