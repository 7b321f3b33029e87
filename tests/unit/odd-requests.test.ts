import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { refuseOddRequest } from '#lib/http/server/odd-requests.ts';

test('no Server Action is asked for, however it is spelled', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((req, res) => {
    if (!refuseOddRequest(req, res)) res.end();
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
