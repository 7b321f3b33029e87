import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendResponse } from '#lib/http/direct/send-response.ts';
import { byteStreamOf } from '#lib/platform/storage/sending.ts';
import { streamResponse, wholeResponse } from '#lib/platform/web/content.ts';

/** A client goes away at some point of a download. */
let server: ReturnType<typeof createServer>;
let arrived: Promise<[IncomingMessage, ServerResponse]>;
let leave: () => void;
beforeEach(async () => {
  server = createServer();
  arrived = once(server, 'request') as typeof arrived; // a server emits these
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const client = get({ port, host: '127.0.0.1', agent: false }, (reply) => reply.resume());
  client.on('error', () => undefined);
  leave = () => client.destroy();
});
afterEach(() => {
  server.close();
});

const headers = new Headers();

test('a reply to a client that has left is cancelled', async () => {
  const [req, res] = await arrived;
  leave();
  await once(res, 'close');
  const cancel = vi.fn();
  const sending = { pipeTo: vi.fn(), stream: () => Readable.from([]), cancel };
  await sendResponse(req, res, streamResponse(sending, { headers }));
  expect(cancel).toHaveBeenCalledOnce();
  expect(sending.pipeTo).not.toHaveBeenCalled();
});

test('a stream to a client that leaves meanwhile is destroyed', async () => {
  const [req, res] = await arrived;
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(64 * 1024)) });
  const sent = sendResponse(req, res, streamResponse(byteStreamOf(endless), { headers }));
  leave();
  await sent;
  expect(endless.destroyed).toBe(true);
});

test('Next reads the same bytes of a streamed reply, and ends a stream that it stops reading', async () => {
  const whole = streamResponse(byteStreamOf(Readable.from([Buffer.from('ab'), Buffer.from('c')])), {
    headers,
  });
  expect(await whole.text()).toBe('abc');
  const left = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  const reader = streamResponse(byteStreamOf(left), { headers }).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(left.destroyed).toBe(true);
});

test('a reader that takes nothing is disconnected after a time, whatever it was sent', async () => {
  const [req, res] = await arrived;
  const setTimeout = vi.spyOn(res, 'setTimeout');
  await sendResponse(req, res, wholeResponse('all at once', { headers }));
  const [ms = 0, giveUp] = setTimeout.mock.calls[0] ?? [];
  expect(ms).toBeGreaterThan(0);
  giveUp?.();
  expect(res.destroyed).toBe(true);
});
