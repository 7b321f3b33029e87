import type { IncomingMessage, ServerResponse } from 'node:http';

const lies = [
  /** Accepts a PUT and keeps nothing. */
  'keeps-nothing',
  /** Accepts a PUT and keeps its first half. */
  'keeps-half',
  /** HEAD returns a size that is not the object's. */
  'wrong-size',
  /** A GET returns half of the requested bytes and claims that this is all. */
  'gives-half',
  /** Takes a body of another length than its URL is signed for. */
  'takes-any-length',
  /** Returns the whole object for any range. */
  'no-ranges',
] as const;
export type Lie = (typeof lies)[number];

export function isLie(mode: string | null): mode is Lie {
  return lies.some((lie) => lie === mode);
}

/** Returns true if it answered. Otherwise the store answers, with the changes made here. */
export function tellLie(lie: Lie, request: IncomingMessage, response: ServerResponse): boolean {
  if (lie === 'keeps-nothing' && request.method === 'PUT') {
    request.resume();
    request.on('end', () => response.writeHead(200, { etag: '"0"' }).end());
    return true;
  }
  if (lie === 'no-ranges') delete request.headers.range;
  return false;
}
