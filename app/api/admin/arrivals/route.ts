import { getArrivals } from '#lib/domain/inbox/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getArrivals);
