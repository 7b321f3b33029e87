import { postEraseLead } from '#lib/domain/erasure/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postEraseLead);
