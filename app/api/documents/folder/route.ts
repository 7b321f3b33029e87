import { route } from '#lib/http/api/route.ts';
import { getFolder } from '#lib/http/files/downloads.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getFolder);
