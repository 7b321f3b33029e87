import { postGuarantees } from '#lib/domain/guarantees/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postGuarantees);
