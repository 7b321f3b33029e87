import { postUnsubscribe } from '#lib/domain/alerts/operations.ts';
import { getUnsubscribe } from '#lib/http/alerts.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getUnsubscribe,
  postUnsubscribe,
);
