import { route } from '#lib/http/api/route.ts';
import { getDocsPage } from '#lib/http/docs/docs.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getDocsPage);
