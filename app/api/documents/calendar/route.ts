import { deleteCalendar, postCalendar } from '#lib/domain/alerts/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const DELETE = route(deleteCalendar);
export const POST = route(postCalendar);
