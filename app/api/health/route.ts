import { getHealth } from '#lib/domain/health/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getHealth);
