import { getActivityCsv } from '#lib/domain/dashboard/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getActivityCsv);
