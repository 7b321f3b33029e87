import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from '#lib/platform/storage/receive.ts';

const lent = new WeakMap<Request, IncomingMessage>();

/** Lends Node's stream to a handler, as web streams copy every chunk: twice the work. */
export function lendBody(request: Request, req: IncomingMessage): void {
  lent.set(request, req);
}

/** Returns the body, to be read once. It is Node's own stream if the server lent it. */
export function bodyOf(request: Request): Incoming | null {
  return lent.get(request) ?? request.body;
}

/** A refused body is still read up to these limits, before the connection is cut. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 15_000;

/** Reads the rest so that the client gets its refusal and the connection is free. */
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
