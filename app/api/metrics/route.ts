import { getMetrics } from '#lib/domain/metrics/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getMetrics);
