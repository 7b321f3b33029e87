import { getTenders } from '#lib/http/marketplace-lists.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTenders);
