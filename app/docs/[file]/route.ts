import { getDocsFile } from '#lib/http/docs.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getDocsFile);
