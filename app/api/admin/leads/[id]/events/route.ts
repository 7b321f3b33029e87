import { getLeadEvents } from '#lib/domain/requests/team/live-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getLeadEvents);
