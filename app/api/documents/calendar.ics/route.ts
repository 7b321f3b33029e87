import { getCalendarFile } from '#lib/domain/alerts/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getCalendarFile);
