import { route } from '#lib/http/api/route.ts';
import { postBrowserErrors } from '#lib/http/server/browser-errors.ts';

export const POST = route(postBrowserErrors);
