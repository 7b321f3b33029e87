import { getLeadFile } from '#lib/http/lead-files.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getLeadFile);
