import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { listen } from '#tests/support/providers/http-server.ts';

export type WireAnswer = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Number of bytes after which the connection is closed, even if more were promised. */
  cutAt?: number | undefined;
};

/** Starts an HTTP server that replies to every request as it was told to. */
export async function startMutant() {
  let answer: WireAnswer = { status: 200, headers: {}, body: Buffer.alloc(0) };
  const server = createServer((request, response) => {
    request.resume();
    const { status, headers, body, cutAt } = answer;
    response.writeHead(status, {
      ...headers,
      ...(cutAt !== undefined && { 'content-length': `${body.length + 10}` }),
    });
    if (cutAt === undefined) return void response.end(body);
    response.write(body.subarray(0, cutAt), () => response.destroy());
  });
  return {
    ...(await listen(server)),
    answerWith: (next: WireAnswer) => {
      answer = next;
    },
  };
}

/** Starts a TCP server that sends these pieces to each client and then closes the connection. */
export async function startTalker() {
  let pieces: Buffer[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      for (const piece of pieces) socket.write(piece);
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    answerWith: (next: Buffer[]) => {
      pieces = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
