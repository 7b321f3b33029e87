import { deleteOwnSession } from '#lib/domain/accounts/session-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const DELETE = route(deleteOwnSession);
