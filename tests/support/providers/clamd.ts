import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { closeAfterTest } from '#tests/support/cleanup.ts';

export type Failure = 'hang' | 'hang-up' | 'cannot-judge' | 'nonsense';

export type ClamdStandIn = {
  /** Configuration of the app for it. */
  variables: Record<string, string>;
  /** Makes the next commands fail in this way. `null` ends the failures. */
  fail: (fault: Failure | null) => void;
  /** `PING`, or `INSTREAM <bytes>`, of each command so far. */
  commands: string[];
  /** Returns the highest number of files scanned at once so far. */
  most: () => number;
  close: () => Promise<void>;
};

/** Every scanner knows this test file. It is in two parts, so that none finds it in this source. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-',
  'ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

type Options = { path?: string; port?: number; maxStream?: number; delay?: number };

/** Starts clamd on a TCP port or a socket file: PING and INSTREAM with `z`, one per connection. */
export async function startClamd(options: Options = {}): Promise<ClamdStandIn> {
  const { path, port: wanted = 0, maxStream = 25 * 1024 * 1024, delay = 0 } = options;
  let failure: Failure | null = null;
  let now = 0;
  let most = 0;
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    if (failure === 'hang-up') return socket.destroy();
    let got = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      const command = commandOf(got, maxStream);
      if (!command) return;
      socket.off('data', onData);
      commands.push(command.name);
      if (failure === 'hang') return;
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        socket.end(`${replyOf(command, failure)}\0`);
      }, delay);
    };
    socket.on('data', onData);
  });
  await new Promise<void>((resolve) =>
    path ? server.listen(path, resolve) : server.listen(wanted, '127.0.0.1', resolve),
  );
  const address = server.address();
  const port = address && typeof address === 'object' ? String(address.port) : '';
  return closeAfterTest<ClamdStandIn>({
    variables: path ? { CLAMAV_SOCKET: path } : { CLAMAV_HOST: '127.0.0.1', CLAMAV_PORT: port },
    fail: (fault) => {
      failure = fault;
    },
    commands,
    most: () => most,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      if (path) rmSync(path, { force: true });
    },
  });
}

type Command = { name: string; bytes: Buffer; tooLong: boolean };

/** Returns null until a command has arrived completely. */
function commandOf(got: Buffer, maxStream: number): Command | null {
  if (got.toString('latin1', 0, 6) === 'zPING\0') {
    return { name: 'PING', bytes: Buffer.alloc(0), tooLong: false };
  }
  const head = 'zINSTREAM\0';
  if (got.toString('latin1', 0, head.length) !== head) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for (let at = head.length; at + 4 <= got.length; ) {
    const length = got.readUInt32BE(at);
    const done = length === 0 || size > maxStream;
    if (done) {
      const bytes = Buffer.concat(chunks);
      return { name: `INSTREAM ${size}`, bytes, tooLong: size > maxStream };
    }
    chunks.push(got.subarray(at + 4, at + 4 + length));
    size += length;
    at += 4 + length;
  }
  return null;
}

function replyOf({ name, bytes, tooLong }: Command, failure: Failure | null): string {
  if (failure === 'nonsense') return 'HTTP/1.1 400 Bad Request';
  if (name === 'PING') return 'PONG';
  if (failure === 'cannot-judge') return 'stream: Can not allocate memory ERROR';
  if (tooLong) return 'INSTREAM size limit exceeded. ERROR';
  return bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
}
