import { postIssuedEvent } from '#lib/domain/issued-guarantees/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postIssuedEvent);
