import { readFileSync, truncateSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

const lies = [
  /** Says yes to a PUT and keeps nothing. */
  'keeps-nothing',
  /** Says yes to a PUT and keeps its first half. */
  'keeps-half',
  /** HEAD tells a size that is not the object's. */
  'wrong-size',
  /** A GET gives half of what was asked for, and says that this is all. */
  'gives-half',
  /** Gives the whole object whatever part is asked for. */
  'no-ranges',
] as const;
export type Lie = (typeof lies)[number];

export function isLie(how: string | null): how is Lie {
  return lies.some((lie) => lie === how);
}

/** True when the answer is given; else the store goes on, with what was changed here. */
export function tellLie(lie: Lie, request: IncomingMessage, response: ServerResponse): boolean {
  if (lie === 'keeps-nothing' && request.method === 'PUT') {
    request.resume();
    request.on('end', () => response.writeHead(200, { etag: '"0"' }).end());
    return true;
  }
  if (lie === 'no-ranges') delete request.headers.range;
  return false;
}

/** The lies that need the object, of s3rver's files. */
export function tellLieOfFiles(
  lie: Lie,
  request: IncomingMessage,
  response: ServerResponse,
  directory: string,
): boolean {
  const { method } = request;
  const path = new URL(request.url ?? '', 'http://store').pathname;
  const object = join(directory, `${decodeURIComponent(path)}._S3rver_object`);
  if (lie === 'keeps-half' && method === 'PUT') {
    const end = response.end.bind(response);
    response.end = ((...rest: []) => {
      truncateSync(object, Math.floor(readFileSync(object).length / 2));
      return end(...rest);
    }) as typeof response.end;
  }
  if (lie === 'wrong-size' && method === 'HEAD') {
    response.writeHead(200, { 'content-length': readFileSync(object).length + 7 }).end();
    return true;
  }
  if (lie === 'gives-half' && method === 'GET') {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const asked = readFileSync(object).subarray(Number(from ?? 0), to ? Number(to) + 1 : undefined);
    const given = asked.subarray(0, Math.floor(asked.length / 2));
    response.writeHead(from ? 206 : 200, { 'content-length': given.length }).end(given);
    return true;
  }
  return false;
}
