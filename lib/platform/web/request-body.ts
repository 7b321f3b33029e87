import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodySource } from '#lib/platform/storage/receive.ts';

const nodeBodies = new WeakMap<Request, IncomingMessage>();

/** Gives handlers the stream of Node: a web stream copies every chunk, which doubles the work. */
export function attachBody(request: Request, req: IncomingMessage): void {
  nodeBodies.set(request, req);
}

/** Returns the body, which can be read once: the stream of Node if `attachBody` set it. */
export function bodyOf(request: Request): BodySource | null {
  return nodeBodies.get(request) ?? request.body;
}

/** Maximum bytes of the rest of a refused body. Beyond them the connection is closed. */
const DRAIN_BYTES = 64 * 1024 * 1024;
/** Time (ms) for the rest of a refused body. After it the connection is closed. */
const DRAIN_MS = 15_000;

/**
 * Reads and drops the rest of a body after the reply, so that the client reads the reply and keeps
 * its connection.
 */
export function drainAfterReply(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return;
    let bytesLeft = DRAIN_BYTES;
    const cut = () => req.socket.destroy();
    const timer = setTimeout(cut, DRAIN_MS).unref();
    req.once('close', () => clearTimeout(timer));
    // A listener that is left from reading would keep the stream paused.
    req.removeAllListeners('readable');
    req.on('data', (chunk: Buffer) => {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) cut();
    });
    req.resume();
  });
}
