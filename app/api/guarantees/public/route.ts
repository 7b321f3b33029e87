import { postGuarantees } from '#lib/domain/requests/submissions/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postGuarantees);
