import { getGoogleCallback } from '#lib/http/google.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getGoogleCallback);
