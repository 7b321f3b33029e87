import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Responses under way, by the nonce of their request, which no client can choose. */
const responses = () => singleton('page-responses', () => new Map<string, ServerResponse>());

const chosen = () => singleton('page-statuses', () => new WeakMap<ServerResponse, number>());

/** Lets the page that answers this request set its status. Call the returned function at its end. */
export function admitPage(nonce: string, response: ServerResponse): () => void {
  responses().set(nonce, response);
  return () => responses().delete(nonce);
}

/**
 * Sets the status of a page that is being rendered. Next by itself has 200, a redirect, and an
 * empty 404 that only a script fills in. On a host without `server.ts` the page stays 200.
 */
export function setStatusOfPage(nonce: string, status: number): void {
  const response = responses().get(nonce);
  if (!response || response.headersSent) return;
  response.statusCode = status;
  chosen().set(response, status);
}

/** Returns the status that the page of this response chose by itself. */
export function statusSetBy(response: ServerResponse): number | undefined {
  return chosen().get(response);
}
