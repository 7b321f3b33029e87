import type { IncomingMessage, ServerResponse } from 'node:http';
import { singleton } from '#lib/platform/singleton.ts';
import type { Incoming } from '#lib/platform/storage/receive.ts';

/** Set by `server.ts` on every request; what a client sends under this name is overwritten. */
const BODY_HEADER = 'x-resguardo-body';

let lentSoFar = 0;

type Ending = () => void;

/**
 * Lends Node's streams of a request and its response to the handler, until the response is over.
 * Web streams copy every chunk: twice the processor time of a whole upload, and of a download.
 * `endings` are called then, by the one listener for all: of the eleventh Node warns.
 */
export function lendBody(
  req: IncomingMessage,
  res: ServerResponse,
  endings: readonly Ending[] = [],
): void {
  const id = String(++lentSoFar);
  req.headers[BODY_HEADER] = id;
  const all = [() => lent().delete(id), ...endings];
  lent().set(id, { req, res, endings: all });
  res.once('close', () => {
    for (const end of all) end();
  });
}

/** How much of a refused body is still read, and for how long, before the connection is cut. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 15_000;

/**
 * After a reply that did not wait for the whole body, reads and drops the rest: the client reads
 * its refusal and the connection is free for the next request instead of idle until it times out.
 */
export function drainAfterReply(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return;
    let left = DRAIN_BYTES;
    const cut = () => req.socket.destroy();
    const timer = setTimeout(cut, DRAIN_MS).unref();
    req.once('close', () => clearTimeout(timer));
    // An early end of reading leaves a listener that would keep the stream paused.
    req.removeAllListeners('readable');
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) cut();
    });
    req.resume();
  });
}

/** The body of a request, to be read once: Node's own stream where the server lent it. */
export function bodyOf(request: Request): Incoming | null {
  return lent().get(request.headers.get(BODY_HEADER) ?? '')?.req ?? request.body;
}

/** Node's response to a request, where the server lent it: for what Next would copy or drop. */
export function lentResponse(request: Request): ServerResponse | null {
  return lent().get(request.headers.get(BODY_HEADER) ?? '')?.res ?? null;
}

/** Calls `end` when the lent response is over, for whatever reason. */
export function whenOver(request: Request, end: Ending): void {
  lent()
    .get(request.headers.get(BODY_HEADER) ?? '')
    ?.endings.push(end);
}

/** True once the client went away, so that its reply will not be read. */
export function isGone(request: Request): boolean {
  const id = request.headers.get(BODY_HEADER);
  return id !== null && lent().get(id)?.res.destroyed !== false;
}

type Lent = { req: IncomingMessage; res: ServerResponse; endings: Ending[] };

function lent(): Map<string, Lent> {
  return singleton('bodies', () => new Map());
}
