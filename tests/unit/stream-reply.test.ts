import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lendBody } from '#lib/http/raw-body.ts';
import { streamReply } from '#lib/http/stream-reply.ts';

/** A client that goes away at some point of a download, behind a server that lends its streams. */
let server: ReturnType<typeof createServer>;
let arrived: Promise<[IncomingMessage, ServerResponse]>;
let leave: () => void;
beforeEach(async () => {
  server = createServer(lendBody);
  arrived = once(server, 'request') as typeof arrived; // what a server emits
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const client = get({ port, host: '127.0.0.1', agent: false }).on('error', () => undefined);
  leave = () => client.destroy();
});
afterEach(() => {
  server.close();
});

const requestOf = (req: IncomingMessage) =>
  new Request('http://app.local/', { headers: { ...req.headers } as Record<string, string> });
const sendingOf = () => ({
  pipeTo: vi.fn(async () => undefined),
  stream: () => Readable.from([]),
  cancel: vi.fn(),
});

test('nothing stays open for a client that was gone before its reply', async () => {
  const [req, res] = await arrived;
  leave();
  await once(res, 'close');
  const sending = sendingOf();
  const response = streamReply(requestOf(req), sending, { headers: new Headers() });
  expect(sending.cancel).toHaveBeenCalledOnce();
  expect(response.body).toBeNull();
});

test('nothing stays open for a client that goes before anybody reads its reply', async () => {
  const [req, res] = await arrived;
  const sending = sendingOf();
  streamReply(requestOf(req), sending, { headers: new Headers() });
  expect(sending.cancel).not.toHaveBeenCalled();
  leave();
  await once(res, 'close');
  expect(sending.cancel).toHaveBeenCalledOnce();
});
