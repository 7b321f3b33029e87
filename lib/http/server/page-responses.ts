import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Statuses of the pages under way, by the nonce of their request, which no client can choose. */
const statuses = () => singleton('page-statuses', () => new Map<string, number>());

/**
 * Lets the page that answers this request set its status. Call the returned function at its end. Wrap
 * `writeHead` again only afterwards: `replaceEmptyPages` is to see the status that Next itself gives.
 */
export function admitPage(nonce: string, response: ServerResponse): () => void {
  statuses().set(nonce, 200);
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) =>
    writeHead(status === 200 ? (statuses().get(nonce) ?? status) : status, ...rest);
  return () => statuses().delete(nonce);
}

/**
 * Sets the status of a page that is being rendered; Next by itself has 200, a redirect, and an empty 404
 * that only a script fills in. On a host without `server.ts` the page stays 200.
 */
export function setStatusOfPage(nonce: string, status: number): void {
  if (statuses().has(nonce)) statuses().set(nonce, status);
}
