import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getStorage } from '#lib/platform/storage/client.ts';
import { encryptedSize } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';
import { sweepTempFiles, tempDirectory } from '#lib/platform/storage/temp.ts';
import { countOpenFiles } from '#tests/support/open-files.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { spool } from '#tests/support/put-object.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const s3 = await startS3();

let world: World;

afterEach(() => {
  s3.fail(null);
});

const meta = { contentType: 'application/pdf', size: 0 };

const received = (bytes: Buffer | string) =>
  receiveFile(Readable.from([Buffer.from(bytes)]), { maxBytes: 5_000_000 });

const put = async (key: string, bytes: Buffer | string) => {
  const file = await received(bytes);
  await getStorage().putFile(key, file.path, { ...meta, ...file });
};

const namesOf = async (prefixes: string[]) => {
  const names: string[] = [];
  for await (const { name } of getStorage().list(prefixes)) names.push(name);
  return names;
};

const text = async (stream: Readable | null) => stream && (await buffer(stream)).toString();

const FILES_KEY = randomBytes(32).toString('base64');

describe.each([
  ['local', 'local', {}],
  ['s3', 's3', s3.variables],
  ['sealed local', 'local', { FILES_KEY }],
  ['sealed s3', 's3', { ...s3.variables, FILES_KEY }],
])('the %s store', (name, kind, variables) => {
  const isSealed = name.startsWith('sealed');
  beforeEach(() => {
    world = createWorld(variables);
  });

  test('names its kind', () => {
    expect(getStorage().kind).toBe(kind);
  });

  test('keeps a file, removes the buffered one and gives the same bytes back', async () => {
    const bytes = Buffer.alloc(3_000_000, 'áéí\0');
    const file = await received(bytes);
    await getStorage().putFile('one', file.path, { ...meta, ...file });
    expect(existsSync(file.path)).toBe(false);
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
    expect(await read(5, 5)).toBe('5');
    expect(await read(5, 4)).toBe('');
  });

  test('accepts a file of exactly the largest size, and not a byte more', async () => {
    const receive = (maxBytes: number) =>
      receiveFile(Readable.from([Buffer.from('0123456789')]), { maxBytes });
    expect((await receive(10)).size).toBe(10);
    await expect(receive(9)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  test('closes a file when its sending is cancelled', async () => {
    await put('given up', '0123456789');
    const sending = await getStorage().send('given up', { start: 0, end: 9 });
    if (kind === 'local') expect(countOpenFiles(process.pid, world.dataDir)).toBe(1);
    sending?.cancel();
    await waitFor(() => countOpenFiles(process.pid, world.dataDir) === 0, 30_000);
    expect(await text(await getStorage().read('given up'))).toBe('0123456789');
  });

  test('replaces a file as a whole', async () => {
    await put('again', 'a longer first text');
    await put('again', 'second');
    expect(await text(await getStorage().read('again'))).toBe('second');
  });

  test('returns null for an absent file, and removing one is no error', async () => {
    expect(await getStorage().head('nowhere')).toBeNull();
    expect(await getStorage().read('nowhere')).toBeNull();
    await getStorage().remove('nowhere');
  });

  test('accepts 20 files at once', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `parallel-${n}`);
    await Promise.all(names.map((name) => put(name, name)));
    for (const name of names) expect(await text(await getStorage().read(name))).toBe(name);
  });

  test('lists its files by the names of their keys, and removes them by that list', async () => {
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
    const stored = expected.map(
      ([of, size]) => [of, isSealed ? encryptedSize(size) : size] as const,
    );
    expect(sizes).toEqual(new Map(stored));
    for await (const object of getStorage().list(['listed/'])) await object.remove();
    expect(await namesOf(['listed/'])).toEqual([]);
    expect(await getStorage().head('listed/0')).toBeNull();
  });

  test('answers a ping', async () => {
    await expect(getStorage().ping()).resolves.toBeUndefined();
  });

  test('is unavailable for a buffered file that is gone', async () => {
    const file = { ...(await received('')), path: join(world.dataDir, 'lost') };
    const keeping = getStorage().putFile('lost', file.path, { ...meta, ...file });
    await expect(keeping).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('the local store', () => {
  beforeEach(() => {
    world = createWorld();
  });

  test('writes only inside its directory, whatever the key', async () => {
    const keys = ['../../escape', '/etc/x', 'a/../../b', 'ñ ?#%2e%2e', 'A', 'a'];
    for (const key of keys) await put(key, `in ${key}`);
    for (const key of keys) expect(await text(await getStorage().read(key))).toBe(`in ${key}`);
    const outside = await readdir(world.dataDir);
    expect(outside.every((name) => /^(files|tmp|resguardo\.db.*)$/.test(name))).toBe(true);
  });

  test('gives no presigned URLs', async () => {
    const options = {
      method: 'GET' as const,
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      expiresInSeconds: 60,
    };
    expect(await getStorage().presignGet('k', options)).toBeNull();
  });

  test('is unavailable when a file is in the place of its directory', async () => {
    await writeFile(join(world.dataDir, 'files'), 'a file in the way');
    for (const call of [getStorage().ping(), put('k', 'text')]) {
      await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  test('lets only its own user read its directory', async () => {
    await put('private', 'text');
    expect((await stat(join(world.dataDir, 'files'))).mode & 0o077).toBe(0);
  });

  test('deletes buffered files that were untouched for an hour', async () => {
    const [old, young] = [await spool('old'), await spool('young')];
    const at = (ms: number) => new Date(world.now() - ms);
    await utimes(old, at(3_700_000), at(3_700_000));
    await utimes(young, at(3_500_000), at(3_500_000));
    expect(await sweepTempFiles(world.now())).toBe(1);
    expect(await readdir(await tempDirectory())).toHaveLength(1);
    expect(await readFile(young, 'utf8')).toBe('young');
  });
});

test('production without STORAGE has no store: not configured', () => {
  world = createWorld({ APP_ENV: 'production', APP_URL: 'https://resguardo.cl' });
  expect(getStorage).toThrow(expect.objectContaining({ code: 'not_configured' }));
});
