import { existsSync } from 'node:fs';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getEnv, parseEnv } from '#lib/platform/env.ts';
import { getStorage } from '#lib/platform/storage/open.ts';
import { s3Storage } from '#lib/platform/storage/s3.ts';
import { newTempPath, sweepTempFiles, tempDirectory } from '#lib/platform/storage/temp.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { waited } from '#tests/support/timing.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const s3 = await startS3();
let world: World;
afterEach(() => {
  s3.fail(null);
});

const meta = { contentType: 'application/pdf', size: 0 };
const spool = async (bytes: Buffer | string) => {
  const path = await newTempPath();
  await writeFile(path, bytes);
  return path;
};
const put = async (key: string, bytes: Buffer | string) =>
  getStorage().putFile(key, await spool(bytes), { ...meta, size: Buffer.byteLength(bytes) });
const namesOf = async (prefixes: string[]) => {
  const names: string[] = [];
  for await (const { name } of getStorage().list(prefixes)) names.push(name);
  return names;
};
const text = async (stream: Readable | null) => stream && (await buffer(stream)).toString();

describe.each(['local', 's3'])('the %s store', (kind) => {
  beforeEach(() => {
    world = createWorld(kind === 's3' ? s3.variables : {});
  });

  test('says what it is', () => {
    expect(getStorage().kind).toBe(kind);
  });

  test('keeps a file, consumes the spooled one and gives the same bytes back', async () => {
    const bytes = Buffer.alloc(3_000_000, 'áéí\0');
    const path = await spool(bytes);
    await getStorage().putFile('one', path, { ...meta, size: bytes.length });
    expect(existsSync(path)).toBe(false);
    expect(await getStorage().head('one')).toEqual({ size: bytes.length });
    const stream = await getStorage().read('one');
    expect(stream && (await buffer(stream)).equals(bytes)).toBe(true);
  });

  test('reads ranges, also past the end', async () => {
    await put('ranges', '0123456789');
    const read = async (start: number, end: number) =>
      text(await getStorage().read('ranges', { start, end }));
    expect(await read(0, 3)).toBe('0123');
    expect(await read(8, 100)).toBe('89');
    expect(await read(10, 20)).toBe('');
    expect(await read(5, 4)).toBe('');
  });

  test('overwrites whole', async () => {
    await put('again', 'a longer first text');
    await put('again', 'second');
    expect(await text(await getStorage().read('again'))).toBe('second');
  });

  test('knows what is absent', async () => {
    expect(await getStorage().head('nowhere')).toBeNull();
    expect(await getStorage().read('nowhere')).toBeNull();
    expect(await getStorage().copy('nowhere', 'there')).toBe(false);
    await getStorage().remove('nowhere');
  });

  test('copies, and the copy outlives the first', async () => {
    await put('from', 'text');
    expect(await getStorage().copy('from', 'to')).toBe(true);
    await getStorage().remove('from');
    expect(await getStorage().head('from')).toBeNull();
    expect(await text(await getStorage().read('to'))).toBe('text');
  });

  test('takes 20 files at once', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `parallel-${n}`);
    await Promise.all(names.map((name) => put(name, name)));
    for (const name of names) expect(await text(await getStorage().read(name))).toBe(name);
  });

  test('lists what it holds, under the name of each key, and removes by the list', async () => {
    expect(await namesOf(['listed/'])).toEqual([]);
    const started = Date.now();
    const keys = Array.from({ length: 30 }, (_, n) => `listed/${n}`);
    for (const key of keys) await put(key, key);
    if (kind === 's3') await put('elsewhere', 'of somebody else');
    const sizes = new Map<string, number>();
    for await (const { name, size, modifiedAt } of getStorage().list(['listed/', 'none/'])) {
      sizes.set(name, size);
      expect(Math.abs(modifiedAt - started)).toBeLessThan(60_000);
    }
    const expected = keys.map((key): [string, number] => [getStorage().nameOf(key), key.length]);
    expect(sizes).toEqual(new Map(expected));
    for await (const object of getStorage().list(['listed/'])) await object.remove();
    expect(await namesOf(['listed/'])).toEqual([]);
    expect(await getStorage().head('listed/0')).toBeNull();
  });

  test('answers a ping', async () => {
    await expect(getStorage().ping()).resolves.toBeUndefined();
  });

  test('throws unavailable when the file to keep is not there', async () => {
    const keeping = getStorage().putFile('lost', join(world.dataDir, 'lost'), meta);
    await expect(keeping).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('the local store', () => {
  beforeEach(() => {
    world = createWorld();
  });

  test('stays inside itself whatever the key', async () => {
    const keys = ['../../escape', '/etc/x', 'a/../../b', 'ñ ?#%2e%2e', 'A', 'a'];
    for (const key of keys) await put(key, `in ${key}`);
    for (const key of keys) expect(await text(await getStorage().read(key))).toBe(`in ${key}`);
    const outside = await readdir(world.dataDir);
    expect(outside.every((name) => /^(files|tmp|resguardo\.db.*)$/.test(name))).toBe(true);
  });

  test('gives no addresses of its own', async () => {
    const options = {
      method: 'GET' as const,
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      expiresInSeconds: 60,
    };
    expect(await getStorage().presignPut('k', options)).toBeNull();
    expect(await getStorage().presignGet('k', options)).toBeNull();
  });

  test('is unavailable when its directory cannot be one', async () => {
    await writeFile(join(world.dataDir, 'files'), 'a file in the way');
    for (const call of [getStorage().ping(), put('k', 'text')]) {
      await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  test('lets only its own user read the files', async () => {
    await put('private', 'text');
    expect((await stat(join(world.dataDir, 'files'))).mode & 0o077).toBe(0);
  });

  test('sweeps spooled files untouched for an hour', async () => {
    const [old, young] = [await spool('old'), await spool('young')];
    const at = (ms: number) => new Date(world.now() - ms);
    await utimes(old, at(3_700_000), at(3_700_000));
    await utimes(young, at(3_500_000), at(3_500_000));
    expect(await sweepTempFiles(world.now())).toBe(1);
    expect(await readdir(await tempDirectory())).toHaveLength(1);
    expect(await readFile(young, 'utf8')).toBe('young');
  });
});

describe('the s3 store', () => {
  beforeEach(() => {
    world = createWorld(s3.variables);
  });
  const download = {
    method: 'GET' as const,
    fileName: 'Póliza.pdf',
    contentType: 'application/pdf',
    expiresInSeconds: 300,
  };
  const presignedPut = async (key: string) =>
    (await getStorage().presignPut(key, { expiresInSeconds: 900 })) ?? '';
  const presignedGet = async (key: string) => (await getStorage().presignGet(key, download)) ?? '';

  test('answers while a hundred slow readers hold its files', async () => {
    const size = 3_000_000;
    await put('vault/slow', Buffer.alloc(size));
    const last = { start: 0, end: size - 1 };
    const readers: Awaited<ReturnType<ReturnType<typeof getStorage>['send']>>[] = [];
    for (let n = 0; n < 100; n += 1) readers.push(await getStorage().send('vault/slow', last));
    await expect(getStorage().ping()).resolves.toBeUndefined();
    for (const reader of readers) reader?.cancel();
  });

  test('is closed to strangers', async () => {
    await put('closed', 'text');
    expect((await fetch(`${s3.url}/resguardo/closed`)).status).toBe(403);
  });

  test('takes one PUT at a presigned address, with any type or none', async () => {
    for (const type of ['application/pdf', 'text/plain']) {
      const body = new Blob([type], { type });
      expect((await fetch(await presignedPut('direct'), { method: 'PUT', body })).status).toBe(200);
      expect(await text(await getStorage().read('direct'))).toBe(type);
    }
  });

  test('gives an attachment with our name and type at a presigned address', async () => {
    await put('given', 'text');
    const answer = await fetch(await presignedGet('given'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''P%C3%B3liza.pdf");
    expect(await answer.text()).toBe('text');
  });

  test('refuses presigned addresses that are forged, for another key, or too old', async () => {
    await put('mine', 'text');
    const url = await presignedPut('mine');
    const attempt = async (address: string, method = 'PUT') =>
      (await fetch(address, { method, body: method === 'PUT' ? 'evil' : undefined })).status;
    expect(await attempt(url.replace('/mine', '/other'))).toBe(403);
    expect(await attempt(url.replace(/Signature=./, 'Signature=x'))).toBe(403);
    expect(await attempt(url.replace('Expires=900', 'Expires=90000'))).toBe(403);
    expect(await attempt(url, 'GET')).toBe(403);
    const get = await presignedGet('mine');
    world.advance(301_000);
    expect(await attempt(get, 'GET')).toBe(403);
    world.advance(600_000);
    expect(await attempt(url)).toBe(403);
    expect(await text(await getStorage().read('mine'))).toBe('text');
  });

  test.each(['error-500', 'slow-down-503', 'hang-up'] as const)(
    'is unavailable on %s',
    async (how) => {
      await put('there', 'text');
      s3.fail(how);
      const path = await spool('text');
      const calls = [
        getStorage().putFile('k', path, { ...meta, size: 4 }),
        getStorage().head('there'),
        getStorage().read('there'),
        getStorage().copy('there', 'k'),
        getStorage().remove('there'),
        getStorage().ping(),
      ];
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      }
      expect(existsSync(path)).toBe(true);
    },
  );

  test('pings within 2 s when the store hangs', async () => {
    s3.fail('hang');
    const { ms } = await waited(() =>
      expect(getStorage().ping()).rejects.toMatchObject({ code: 'unavailable' }),
    );
    expect(ms).toBeLessThan(2_000);
  });

  test('fails the reading of a body that stops half way', async () => {
    await put('halved', 'x'.repeat(40_000));
    s3.fail('half-a-body');
    const stream = await getStorage().read('halved');
    await expect(text(stream)).rejects.toThrow();
  });

  test('is unavailable with wrong keys or without its bucket', async () => {
    for (const name of ['S3_SECRET_ACCESS_KEY', 'S3_BUCKET']) {
      await world.close();
      world = createWorld({ ...s3.variables, [name]: 'another' });
      const calls = ['ping', 'read', 'head', 'copy'] as const;
      for (const call of calls) {
        const answer = getStorage()[call]('k', 'l' as never);
        await expect(answer, `${call}, another ${name}`).rejects.toMatchObject({
          code: 'unavailable',
        });
      }
    }
  });

  test('finds out once a minute that it takes nothing more', async () => {
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

  test('names an answer without words by its status', async () => {
    s3.fail('wordless-500');
    const reading = getStorage().read('there');
    await expect(reading).rejects.toMatchObject({
      detail: { cause: { code: 'HTTP 500', message: expect.stringMatching(/\(status 500\)$/) } },
    });
  });

  test('sends no second time what the first time got no answer', async () => {
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

  test('has an endpoint without a path', () => {
    const endpoint = { ...s3.variables, S3_ENDPOINT: `${s3.url}/storage` };
    expect(() => parseEnv(endpoint)).toThrow('S3_ENDPOINT: must have no path');
  });
});

test('production without STORAGE is not configured', () => {
  world = createWorld({ APP_ENV: 'production', APP_URL: 'https://resguardo.cl' });
  expect(getStorage).toThrow(expect.objectContaining({ code: 'not_configured' }));
});
