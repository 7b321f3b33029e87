import { deleteCalendar, postCalendar } from '#lib/domain/alerts/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(deleteCalendar, postCalendar);
