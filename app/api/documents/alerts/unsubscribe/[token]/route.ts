import { getUnsubscribe, postUnsubscribe } from '#lib/domain/alerts/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getUnsubscribe);
export const POST = route(postUnsubscribe);
