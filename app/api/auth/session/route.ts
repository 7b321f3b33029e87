import { deleteSession, getSession } from '#lib/domain/accounts/session-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getSession);
export const DELETE = route(deleteSession);
