import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Exchange = {
  /** Statuses of the replies, in their order. */
  statuses: number[];
  /** `Location` headers of the replies. */
  locations: string[];
  /** True if the server still held the connection when the time was over. */
  hung: boolean;
  ms: number;
};

type Pace = {
  /** Pause before each piece except the first: ms, or until the promise is settled. */
  pause?: number | Promise<unknown>;
  /** True if there will certainly be a reply, which is awaited however long it takes. */
  isAnswered?: boolean;
};

/**
 * Sends pieces with pauses between them and reads until the server is silent. Then it ends its
 * side, by which Node drops unfinished work and the server must close the connection.
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

/** Silence (ms) after a reply. Another reply on the same connection would come much sooner. */
const ANSWERED_MS = 150;
/** Silence (ms) without any reply, while the server waits for the rest of a request. */
const UNANSWERED_MS = 500;
/** Longest wait (ms): more than any page needs, and far less than the server's own limits. */
const PATIENCE_MS = 40_000;

/** Returns the statuses at the beginning of a line. None of our bodies has one there. */
function statusesIn(bytes: Buffer): number[] {
  const lines = bytes.toString('latin1').matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g);
  return [...lines].map((match) => Number(match[1])).filter((status) => status !== 100);
}
