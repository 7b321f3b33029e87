import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { singleton } from '#lib/platform/singleton.ts';
import type { Incoming } from '#lib/platform/storage/receive.ts';

/** Set by `server.ts` on every request; what a client sends under this name is overwritten. */
const BODY_HEADER = 'x-resguardo-body';

/**
 * Lends Node's stream of a request to its handler, until the response is over. `Request.body`
 * copies every chunk of it and costs twice the processor time of a whole upload.
 */
export function lendBody(req: IncomingMessage, res: ServerResponse): void {
  const id = randomUUID();
  req.headers[BODY_HEADER] = id;
  lent().set(id, req);
  res.once('close', () => lent().delete(id));
}

/** The body of a request, to be read once: Node's own stream where the server lent it. */
export function bodyOf(request: Request): Incoming | null {
  return lent().get(request.headers.get(BODY_HEADER) ?? '') ?? request.body;
}

function lent(): Map<string, IncomingMessage> {
  return singleton('bodies', () => new Map());
}
