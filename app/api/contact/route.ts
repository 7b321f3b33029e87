import { postContact } from '#lib/domain/requests/leads/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postContact);
