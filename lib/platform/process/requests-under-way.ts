import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/platform/process/singleton.ts';

/** A page that sets its own status (`chosenStatus`) was rendered completely. */
type PageResponse = ServerResponse & { chosenStatus?: number };

/** Open responses by the nonce of the request, which clients cannot choose. */
const responses = () => singleton('responses', () => new Map<string, PageResponse>());

/** Counts a request until the returned function is called. Background work yields to requests. */
export function enterRequest(nonce: string, response: PageResponse): () => void {
  responses().set(nonce, response);
  return () => responses().delete(nonce);
}

export function requestsUnderWay(): number {
  return responses().size;
}

export function responseOf(nonce: string): PageResponse | undefined {
  return responses().get(nonce);
}

/** Closes each connection after its current request. */
export function closeConnections(): void {
  for (const response of responses().values()) {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }
}
