import { getBuyers } from '#lib/domain/marketplace/list-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getBuyers);
