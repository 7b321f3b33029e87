import { route } from '#lib/http/api/route.ts';
import { postBrowserErrors } from '#lib/http/site/browser-errors.ts';

export const POST = route(postBrowserErrors);
