import { openReset } from '#lib/http/accounts/open-reset.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(openReset);
