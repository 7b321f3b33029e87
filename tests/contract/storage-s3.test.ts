import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getEnv, parseEnv } from '#lib/platform/config/env.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { s3Storage } from '#lib/platform/storage/s3/s3.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { putObject, spool } from '#tests/support/put-object.ts';
import { measureWait } from '#tests/support/timing.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const s3 = await startS3();

let world: World;

afterEach(() => {
  s3.fail(null);
});

const meta = { contentType: 'application/pdf', size: 0 };

const text = async (stream: Readable | null) => stream && (await buffer(stream)).toString();

describe('the S3 store', () => {
  beforeEach(() => {
    world = createWorld(s3.variables);
  });
  const download = {
    method: 'GET' as const,
    fileName: 'Póliza.pdf',
    contentType: 'application/pdf',
    expiresInSeconds: 300,
  };
  const presignedGet = async (key: string) => (await getStorage().presignGet(key, download)) ?? '';

  test('answers while a hundred slow readers hold its files', async () => {
    const size = 3_000_000;
    await putObject('vault/slow', Buffer.alloc(size));
    const last = { start: 0, end: size - 1 };
    const readers: Awaited<ReturnType<ReturnType<typeof getStorage>['send']>>[] = [];
    for (let n = 0; n < 100; n += 1) readers.push(await getStorage().send('vault/slow', last));
    await expect(getStorage().ping()).resolves.toBeUndefined();
    for (const reader of readers) reader?.cancel();
  });

  test('refuses strangers', async () => {
    await putObject('closed', 'text');
    expect((await fetch(`${s3.url}/resguardo/closed`)).status).toBe(403);
  });

  test('gives an attachment with our name and type at a presigned URL', async () => {
    await putObject('given', 'text');
    const response = await fetch(await presignedGet('given'));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''P%C3%B3liza.pdf",
    );
    expect(await response.text()).toBe('text');
  });

  test('refuses presigned URLs that are forged, for another key or too old', async () => {
    await putObject('mine', 'text');
    await putObject('other', 'text');
    const url = await presignedGet('mine');
    const attempt = async (address: string, method = 'GET') =>
      (await fetch(address, { method, body: method === 'PUT' ? 'evil' : undefined })).status;
    expect(await attempt(url.replace('/mine', '/other'))).toBe(403);
    expect(await attempt(url.replace(/Signature=./, 'Signature=x'))).toBe(403);
    expect(await attempt(url.replace('Expires=300', 'Expires=90000'))).toBe(403);
    expect(await attempt(url, 'PUT')).toBe(403);
    world.advance(301_000);
    expect(await attempt(url)).toBe(403);
    expect(await text(await getStorage().read('mine'))).toBe('text');
  });

  test.each(['error-500', 'slow-down-503', 'hang-up'] as const)(
    'is unavailable when it fails with %s',
    async (mode) => {
      await putObject('there', 'text');
      s3.fail(mode);
      const path = await spool('text');
      const calls = [
        getStorage().putFile('k', path, { ...meta, size: 4 }),
        getStorage().head('there'),
        getStorage().read('there'),
        getStorage().remove('there'),
        getStorage().ping(),
      ];
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      }
      expect(existsSync(path)).toBe(true);
    },
  );

  test('is found unavailable by a ping within 2 s when it hangs', async () => {
    s3.fail('hang');
    const { ms } = await measureWait(() =>
      expect(getStorage().ping()).rejects.toMatchObject({ code: 'unavailable' }),
    );
    expect(ms).toBeLessThan(2_000);
  });

  test('makes reading fail when a body stops halfway', async () => {
    await putObject('halved', 'x'.repeat(40_000));
    s3.fail('half-a-body');
    const stream = await getStorage().read('halved');
    await expect(text(stream)).rejects.toThrow();
  });

  test('is unavailable with wrong keys or without its bucket', async () => {
    for (const name of ['S3_SECRET_ACCESS_KEY', 'S3_BUCKET']) {
      await world.close();
      world = createWorld({ ...s3.variables, [name]: 'another' });
      const calls = ['ping', 'read', 'head'] as const;
      for (const call of calls) {
        const answer = getStorage()[call]('k', 'l' as never);
        await expect(answer, `${call}, another ${name}`).rejects.toMatchObject({
          code: 'unavailable',
        });
      }
    }
  });

  test('is probed once a minute for whether it still accepts files', async () => {
    const probes = () => s3.requests.filter((line) => line === 'PUT /resguardo/probe').length;
    const before = probes();
    await getStorage().ping();
    await getStorage().ping();
    expect(probes() - before).toBe(1);
    await world.close();
    world = createWorld(s3.variables);
    s3.fail('full');
    await expect(getStorage().ping()).rejects.toMatchObject({ code: 'unavailable' });
    s3.fail(null);
    await getStorage().ping();
    expect(await getStorage().head('probe')).toBeNull();
  });

  test('has an error without a message named by its status', async () => {
    s3.fail('wordless-500');
    const reading = getStorage().read('there');
    await expect(reading).rejects.toMatchObject({
      detail: { cause: { code: 'HTTP 500', message: expect.stringMatching(/\(status 500\)$/) } },
    });
  });

  test('is sent a file only once when it gives no answer', async () => {
    const settings = getEnv().storage;
    if (settings?.kind !== 's3') throw new Error('the world has no S3');
    const path = await spool('text');
    const before = s3.requests.length;
    s3.fail('hang');
    const sending = s3Storage(settings, 200).putFile('k', path, { ...meta, size: 4 });
    await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
    expect(s3.requests.slice(before)).toEqual(['PUT /resguardo/k']);
    expect(existsSync(path)).toBe(true);
  });

  test('must have an endpoint without a path', () => {
    const endpoint = { ...s3.variables, S3_ENDPOINT: `${s3.url}/storage` };
    expect(() => parseEnv(endpoint)).toThrow('S3_ENDPOINT: must have no path');
  });
});
