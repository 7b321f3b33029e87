import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { AppError } from '#lib/platform/operations/errors.ts';
import { createLimiter } from '#lib/platform/process/concurrency-limiter.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import type { Scanner, ScanVerdict } from '#lib/platform/scanner/scanner.ts';

const PING_MS = 1_500;
/** Enough for a large archive on a busy machine. clamd itself gives up after 120 s. */
const SCAN_MS = MINUTE;
const LONGEST_REPLY = 4_096;
/** Number of parallel scans. clamd runs 10 threads by default. */
const MAX_PARALLEL_SCANS = 4;

/**
 * Returns a scanner that connects to clamd by socket or TCP for each command (clamd(8), COMMANDS).
 */
export function clamdScanner(connection: NetConnectOpts): Scanner {
  const slots = createLimiter(MAX_PARALLEL_SCANS);
  return {
    scan: (open) =>
      slots(async () => {
        const bytes = await open();
        return verdictOf(
          await sendCommand(connection, 'INSTREAM', SCAN_MS, (socket) => streamFile(socket, bytes)),
        );
      }),
    ping: async () => {
      const reply = await sendCommand(connection, 'PING', PING_MS);
      if (reply !== 'PONG') throw new AppError('unavailable', { cause: reply });
    },
  };
}

/**
 * Parses `stream: OK`, `stream: <signature> FOUND` or `INSTREAM size limit exceeded. ERROR`. Throws
 * `upstream_failed` for any other reply.
 */
function verdictOf(reply: string): ScanVerdict {
  if (reply === 'stream: OK') return { isClean: true };
  const finding = /^stream: (.{1,200}) FOUND$/.exec(reply)?.[1];
  if (finding) return { isClean: false, finding };
  throw new AppError('upstream_failed', { cause: new Error('clamd could not scan a file') });
}

/**
 * Sends a command and what `send` writes. Returns the reply without its zero byte. Throws
 * `unavailable` on an outage or timeout.
 */
async function sendCommand(
  connection: NetConnectOpts,
  command: string,
  milliseconds: number,
  send: (socket: Socket) => Promise<void> = async () => undefined,
): Promise<string> {
  const socket = connect({ ...connection, timeout: milliseconds });
  const reply = replyOf(socket);
  const timer = setTimeout(() => socket.destroy(new Error('clamd took too long')), milliseconds);
  try {
    socket.write(`z${command}\0`);
    // clamd may reply early, for example to a file over its limit, and then reads no more.
    await Promise.race([send(socket), reply]);
    return await reply;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('unavailable', { cause });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function replyOf(socket: Socket): Promise<string> {
  const reply = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')).trim());
      else if (text.length > LONGEST_REPLY) socket.destroy(new Error('not a reply of clamd'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('clamd closed the connection')));
  });
  reply.catch(() => undefined);
  return reply;
}

/** Sends each chunk after its length (32 bits, big endian), and a length of 0 at the end. */
async function streamFile(socket: Socket, bytes: Readable): Promise<void> {
  try {
    for await (const chunk of bytes) {
      // A closed socket emits neither `drain` nor `close`, so this function would wait forever.
      if (socket.destroyed) return;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      if (!socket.write(chunk)) await waitForDrain(socket);
    }
    socket.write(Buffer.alloc(4));
  } catch (cause) {
    // The store failed in the middle, and clamd must not scan a part of a file.
    socket.destroy();
    throw new AppError('unavailable', { cause });
  }
}

async function waitForDrain(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      socket.off('drain', finish).off('close', finish);
      resolve();
    };
    socket.on('drain', finish).on('close', finish);
  });
}
