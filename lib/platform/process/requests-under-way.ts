import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/platform/process/singleton.ts';

/** `chosenStatus` was set by the page itself, which is therefore whole. */
type Served = ServerResponse & { chosenStatus?: number };

/** Responses under way, by the nonce of their request, which no client can choose. */
const responses = () => singleton('responses', () => new Map<string, Served>());

/** Counts a request until the returned function is called: background work gives way to them. */
export function enterRequest(nonce: string, response: Served): () => void {
  responses().set(nonce, response);
  return () => responses().delete(nonce);
}

export function requestsUnderWay(): number {
  return responses().size;
}

export function responseOf(nonce: string): Served | undefined {
  return responses().get(nonce);
}

/** Lets no connection outlive the request that is on it. */
export function closeConnections(): void {
  for (const response of responses().values()) {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }
}
