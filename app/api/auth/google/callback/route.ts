import { getGoogleCallback } from '#lib/http/google-login.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getGoogleCallback);
