import { getLeadEvents } from '#lib/domain/inbox/operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getLeadEvents);
