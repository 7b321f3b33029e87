import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Exchange = {
  /** Statuses of the replies, in order. */
  statuses: number[];
  /** Addresses that the replies lead to. */
  locations: string[];
  /** True if the server was still holding the connection when the time was over. */
  hung: boolean;
  ms: number;
};

type Pace = {
  /** Pause before each piece but the first: milliseconds, or until this promise is settled. */
  pause?: number | Promise<unknown>;
  /** True if an answer is sure to come, and is waited for, however long it takes. */
  isAnswered?: boolean;
};

/**
 * Sends pieces with pauses between them and reads until the server is quiet. Our side then ends, so
 * that Node drops its unfinished work, and the server has to let go as well.
 */
export function exchange(
  port: number,
  pieces: Buffer[],
  { pause = 0, isAnswered = false }: Pace,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const start = performance.now();
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let hung = false;
    let quiet = setTimeout(() => undefined, 0);
    const patience = setTimeout(() => {
      hung = true;
      socket.destroy();
    }, PATIENCE_MS);
    const endWhenQuiet = (ms: number) => {
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), ms);
    };
    socket.on('data', (chunk) => {
      received.push(chunk);
      endWhenQuiet(ANSWERED_MS);
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(patience);
      clearTimeout(quiet);
      const bytes = Buffer.concat(received);
      const locations = [...bytes.toString('latin1').matchAll(/\nlocation: *([^\r\n]*)/gi)];
      resolve({
        statuses: statusesIn(bytes),
        locations: locations.map((match) => match[1] ?? ''),
        hung,
        ms: performance.now() - start,
      });
    });
    socket.on('connect', () => void speak());
    async function speak() {
      for (const [n, piece] of pieces.entries()) {
        if (n > 0) await (typeof pause === 'number' ? sleep(pause) : pause);
        if (socket.destroyed) return;
        socket.write(piece);
      }
      if (received.length === 0 && !isAnswered) endWhenQuiet(UNANSWERED_MS);
    }
  });
}

/** Milliseconds of silence after an answer: the next one of the same connection is far sooner. */
const ANSWERED_MS = 150;
/** Milliseconds of silence before any answer: the server waits for the rest of something. */
const UNANSWERED_MS = 500;
/** Milliseconds, more than any page needs, far less than the time limits of the server. */
const PATIENCE_MS = 40_000;

/** Returns statuses at the start of a line: no body of ours has one there. */
function statusesIn(bytes: Buffer): number[] {
  const lines = bytes.toString('latin1').matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g);
  return [...lines].map((match) => Number(match[1])).filter((status) => status !== 100);
}
