import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/platform/process/singleton.ts';

/** `chosenStatus` is set by a page that was rendered completely and chooses its own status. */
type PageResponse = ServerResponse & { chosenStatus?: number };

/** Open responses by the nonce of their request, which clients cannot choose. */
const responses = () => singleton('responses', () => new Map<string, PageResponse>());

/**
 * Counts a request as running until the returned function is called. Background work gives way to
 * running requests.
 */
export function trackRequest(nonce: string, response: PageResponse): () => void {
  responses().set(nonce, response);
  return () => responses().delete(nonce);
}

export function countRunningRequests(): number {
  return responses().size;
}

export function responseOf(nonce: string): PageResponse | undefined {
  return responses().get(nonce);
}

/** Closes each connection when its current request ends. */
export function closeConnections(): void {
  for (const response of responses().values()) {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }
}
