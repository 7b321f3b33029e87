import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { refuseMalformedRequest } from '#lib/http/server/odd-requests.ts';

test('the header that calls a Server Action is removed, however it is spelled', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((req, res) => {
    if (!refuseMalformedRequest(req, res)) res.end();
    seen.push(req.headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const headers = ['next-action', 'NEXT-ACTION', 'Next-Action'];
  for (const name of headers) {
    const init = { method: 'POST', headers: { [name]: 'a'.repeat(42), 'x-a': 'b' }, body: '[]' };
    await fetch(`http://127.0.0.1:${port}/login`, init);
  }
  server.close();
  expect(seen).toHaveLength(3);
  for (const each of seen) {
    expect(each).toHaveProperty('x-a');
    expect(Object.keys(each).map((name) => name.toLowerCase())).not.toContain('next-action');
  }
});

test.each([
  ['GET', '1', '1'],
  ['HEAD', '1', '1'],
  ['GET', '2', undefined],
  ['POST', '1', undefined],
])('a %s request with the header rsc: %s reaches Next with %s', async (method, rsc, stored) => {
  const seen: unknown[] = [];
  const server = createServer((req, res) => {
    if (!refuseMalformedRequest(req, res)) res.end();
    seen.push(req.headers.rsc);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/login`, { method, headers: { rsc } });
  server.close();
  expect(seen).toEqual([stored]);
});

test.each([
  ['localhost:4600,evil.cl', 400],
  ['localhost, evil.cl', 400],
  ['evil.cl/localhost', 400],
  ['ana@localhost', 400],
  ['localhost:puerto', 400],
  ['', 400],
  ['localhost:4600', 200],
  ['resguardo.cl', 200],
  ['la_app:3000', 200],
  ['[::1]:4600', 200],
])('a request for the host %j is answered with %i', async (host, status) => {
  const server = createServer((req, res) => {
    if (!refuseMalformedRequest(req, res)) res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const reply = await text(socket);
  server.close();
  expect(reply.split(' ')[1]).toBe(String(status));
});
