import { route } from '#lib/http/api/route.ts';
import { getLeadFile } from '#lib/http/files/lead-files.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getLeadFile);
