import { getSessions } from '#lib/domain/accounts/session-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getSessions);
