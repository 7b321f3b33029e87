import { postEndOtherSessions } from '#lib/domain/accounts/session-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postEndOtherSessions);
