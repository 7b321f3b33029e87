import { route } from '#lib/http/api/route.ts';
import { getDocsFile } from '#lib/http/docs/docs.ts';

export const GET = route(getDocsFile);
