import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppProcess, sharedApp } from '#tests/support/app-process.ts';

const MIB = 1024 * 1024;
const part = [
  '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\ncontrato\r\n',
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
].join('');

describe('a body that is refused while it arrives', () => {
  let app: AppProcess;
  let agent: Agent;
  beforeAll(async () => {
    app = await sharedApp();
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterAll(() => {
    agent.destroy();
  });

  test('is read to its end, so that its connection serves the next request', async () => {
    const first = upload();
    first.write(part);
    const answered = reply(first);
    for (let sent = 0; sent < 14; sent++) await write(first, Buffer.alloc(MIB, 32));
    expect((await answered).statusCode).toBe(413);
    for (let sent = 0; sent < 6; sent++) await write(first, Buffer.alloc(MIB, 32));
    first.end('\r\n--b--\r\n');
    (await answered).resume();
    const { socket } = first;

    const second = request(`${app.url}/api/health`, { agent });
    second.end();
    expect((await reply(second)).statusCode).toBe(200);
    expect(second.socket).toBe(socket);
  });

  test('is cut off if it never ends', async () => {
    const endless = upload(new Agent({ keepAlive: true }));
    endless.write(part);
    const answered = reply(endless);
    const closed = new Promise<void>((resolve) => endless.once('close', resolve));
    let sent = 0;
    while (!endless.destroyed && sent < 200) {
      await Promise.race([write(endless, Buffer.alloc(MIB, 32)), closed]);
      sent++;
    }
    expect((await answered).statusCode).toBe(413);
    await closed;
    expect(sent).toBeLessThan(120);
  });

  function upload(by: Agent = agent): ClientRequest {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const url = `${app.url}/api/guarantees/upload-proxy`;
    const sending = request(url, { method: 'POST', agent: by, headers });
    sending.on('error', () => undefined);
    sending.on('socket', (socket: Socket) => socket.on('error', () => undefined));
    return sending;
  }
});

function reply(sending: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sending.once('response', resolve);
    sending.once('error', reject);
  });
}

function write(sending: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    sending.write(chunk, () => resolve());
  });
}
