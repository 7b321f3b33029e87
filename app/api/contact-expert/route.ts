import { postContactExpert } from '#lib/domain/leads/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postContactExpert);
