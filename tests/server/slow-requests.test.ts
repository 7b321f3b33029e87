import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type AppProcess, sharedApp } from '#tests/support/app-process.ts';
import { sendRaw } from '#tests/support/raw-request.ts';

let app: AppProcess;
beforeAll(async () => {
  app = await sharedApp();
});

/** Sends the beginning, then a byte every half a second, and returns when the server ends it. */
function drip(beginning: string): Promise<{ milliseconds: number; reply: string }> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(Number(port), hostname);
    let reply = '';
    socket.write(beginning);
    const drops = setInterval(() => socket.write('a'), 500);
    socket.on('data', (chunk: Buffer) => {
      reply += chunk.toString('latin1');
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearInterval(drops);
      resolve({ milliseconds: performance.now() - began, reply });
    });
  });
}

test('a request whose headers arrive too slowly is answered 408 after fifteen seconds', async () => {
  const begun = `GET /login HTTP/1.1\r\nHost: localhost\r\nX-Slow: `;
  // The requests begin at different times, because Node's own round of 30 s ends some of them late.
  const all = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => {
      await sleep(n * 6_000);
      return drip(begun);
    }),
  );
  for (const { milliseconds, reply } of all) {
    expect(milliseconds).toBeGreaterThan(14_000);
    expect(milliseconds).toBeLessThan(21_000);
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test('a request with two Host headers is answered 400, whichever of them is ours', async () => {
  for (const [first, second] of [
    ['localhost', 'malo.cl'],
    ['malo.cl', 'localhost'],
    ['a', 'a'],
  ]) {
    for (const path of ['/', '/login', '/api/health', '/login/entrar']) {
      const text = `GET ${path} HTTP/1.1\r\nHost: ${first}\r\nhost: ${second}\r\nConnection: close\r\n\r\n`;
      const [reply] = await sendRaw(app.url, text);
      expect([reply?.status, reply?.headers.get('location')]).toEqual([400, null]);
    }
  }
});
