import { getGoogleCallback } from '#lib/http/accounts/google.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getGoogleCallback);
