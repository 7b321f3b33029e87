import { postRetry } from '#lib/domain/requests/team/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postRetry);
