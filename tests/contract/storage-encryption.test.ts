import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { keyIdOf } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { encryptedStorage } from '#lib/platform/storage/encryption/encrypted-storage.ts';
import {
  checkFileKeys,
  claimFileKeys,
  getFileKeys,
} from '#lib/platform/storage/encryption/file-keys.ts';
import { withFileSource } from '#lib/platform/storage/inspection/sources.ts';
import { bufferedBytes, receiveFile } from '#lib/platform/storage/receive.ts';
import { s3Storage } from '#lib/platform/storage/s3/s3.ts';
import { newTempPath, tempDirectory } from '#lib/platform/storage/temp.ts';
import { localPathOf } from '#tests/support/local-storage-path.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const s3 = await startS3();
const [FIRST, SECOND] = [1, 2].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer];
const MIB = 1024 * 1024;
const meta = { contentType: 'application/pdf', size: 0 };

let world: World;
beforeEach(() => {
  world = createWorld({ FILES_KEY: FIRST.toString('base64') });
});

/** Changes the keys as a restart does. */
function restart(present: Buffer | undefined, ...before: Buffer[]): void {
  Object.assign(getEnv(), { filesKey: present, previousFilesKeys: before });
  for (const name of ['file-keys', 'file-keys-claimed', 'storage']) forget(name);
}

async function put(key: string, bytes: Buffer): Promise<void> {
  const { path, size, fileKey } = await receiveFile(Readable.from([bytes]), { maxBytes: 99 * MIB });
  await getStorage().putFile(key, path, { ...meta, size, ...(fileKey && { fileKey }) });
}

const read = async (key: string, range?: { start: number; end: number }) => {
  const stream = await getStorage().read(key, range);
  return stream && (await buffer(stream));
};
const onDisk = (key: string) => readFile(localPathOf(world.dataDir, key));
const notices = async () =>
  (await getDb().client.execute('select id, present from file_keys order by id')).rows.map(
    ({ id, present }) => [id, present],
  );

describe('a body received while files are encrypted', () => {
  test('is encrypted before it touches the disk, and can be inspected all the same', async () => {
    const bytes = Buffer.from(`%PDF-1.7 ${'nadie debe leer esto '.repeat(9000)}`);
    const file = await receiveFile(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), {
      maxBytes: MIB,
    });
    expect(file.size).toBe(bytes.length);
    expect((await readFile(file.path)).includes('nadie')).toBe(false);
    expect((await buffer(bufferedBytes(file))).equals(bytes)).toBe(true);
    const seen = await withFileSource(file, async ({ size, read: part }) => [
      size,
      (await part(0, 8)).toString(),
      (await part(size - 6, 20)).toString(),
      (await part(65_500, 100)).equals(bytes.subarray(65_500, 65_600)),
    ]);
    expect(seen).toEqual([bytes.length, '%PDF-1.7', ' esto ', true]);
    await getStorage().putFile('a', file.path, { ...meta, ...file });
    expect(existsSync(file.path)).toBe(false);
    expect((await onDisk('a')).includes('nadie')).toBe(false);
    expect((await read('a'))?.equals(bytes)).toBe(true);
    expect(await read('a', { start: 65_515, end: 65_530 })).toEqual(bytes.subarray(65_515, 65_531));
    expect(await readdir(await tempDirectory())).toEqual([]);
  });

  test('is refused at the first byte too many, and an empty one stays empty', async () => {
    const receiving = receiveFile(Readable.from([Buffer.alloc(11)]), { maxBytes: 10 });
    await expect(receiving).rejects.toMatchObject({ code: 'payload_too_large' });
    await put('empty', Buffer.alloc(0));
    expect(await read('empty')).toHaveLength(0);
    expect(await getStorage().head('empty')).toEqual({ size: 0 });
  });
});

describe('a change of the file keys', () => {
  test('leaves earlier files readable, also plain ones, and puts new ones under the present key', async () => {
    restart(undefined);
    await put('plain', Buffer.from('de antes'));
    restart(FIRST);
    await put('first', Buffer.from('con la primera'));
    restart(SECOND, FIRST);
    await put('second', Buffer.from('con la segunda'));
    restart(undefined, SECOND, FIRST);
    await claimFileKeys();
    await put('last', Buffer.from('otra vez sin'));
    const texts = ['plain', 'first', 'second', 'last'].map(async (key) => String(await read(key)));
    expect(await Promise.all(texts)).toEqual([
      'de antes',
      'con la primera',
      'con la segunda',
      'otra vez sin',
    ]);
    const under = ['plain', 'first', 'second', 'last'].map(async (key) =>
      keyIdOf(await onDisk(key)),
    );
    const [second, first] = getFileKeys().allKeys.map(({ id }) => id);
    expect(await Promise.all(under)).toEqual([null, first, second, null]);
    expect(await notices()).toEqual([first, second].sort().map((id) => [id, 0]));
  });

  test.each([
    ['another', [SECOND]],
    ['none at all', [undefined]],
    ['only one of two', [Buffer.alloc(32, 3), SECOND]],
  ])(
    'to %s is refused, naming the missing key, before anything is written or opened',
    async (_, [present, ...before]) => {
      await put('a', Buffer.from('texto'));
      const [{ id } = { id: '' }] = getFileKeys().allKeys;
      const before_ = await notices();
      restart(present, ...(before as Buffer[]));
      await expect(checkFileKeys()).rejects.toMatchObject({
        name: 'EnvError',
        message: expect.stringContaining(`FILES_KEY: stored files are sealed under the key ${id}`),
      });
      if (present) {
        await expect(put('a', Buffer.from('otro'))).rejects.toThrow(id);
        await expect(read('a')).rejects.toMatchObject({ code: 'unavailable' });
        await expect(getStorage().head('a')).rejects.toMatchObject({ code: 'unavailable' });
      }
      expect(await notices()).toEqual(before_);
      restart(FIRST);
      expect(String(await read('a'))).toBe('texto');
    },
  );
});

describe('an encrypted file', () => {
  test('in the place of another one is refused, and so is one that was cut', async () => {
    await put('a', Buffer.from('de Ana'));
    await put('b', Buffer.from('de Bea'));
    await copyFile(localPathOf(world.dataDir, 'a'), localPathOf(world.dataDir, 'b'));
    await expect(read('b')).rejects.toMatchObject({ code: 'unavailable' });
    const whole = await onDisk('a');
    await writeFile(localPathOf(world.dataDir, 'a'), whole.subarray(0, -1));
    expect(await getStorage().head('a')).toEqual({ size: whole.length - 1 });
    await expect(read('a')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(getStorage().send('a', { start: 0, end: 5, totalSize: 6 })).rejects.toThrow();
  });

  test('whose reading is cancelled before its first byte can be read again', async () => {
    await put('a', randomBytes(MIB));
    const sending = await getStorage().send('a', { start: 0, end: MIB - 1 });
    sending?.cancel();
    const stream = await getStorage().read('a');
    stream?.destroy();
    expect((await read('a'))?.length).toBe(MIB);
  });

  test('has no presigned URL, which would give it out encrypted', async () => {
    await world.close();
    world = createWorld({ ...s3.variables, FILES_KEY: FIRST.toString('base64') });
    await put('vault/x', Buffer.from('texto'));
    const options = {
      method: 'GET',
      fileName: 'a',
      contentType: 'b',
      expiresInSeconds: 9,
    } as const;
    expect(await getStorage().presignGet('vault/x', options)).toBeNull();
    expect(String(await read('vault/x'))).toBe('texto');
  });

  test('that is replaced again and again is read right, whole and in parts', async () => {
    const bytes = randomBytes(200_000);
    await put('vault/r', bytes);
    let isOver = false;
    const replacing = (async () => {
      for (let n = 0; n < 12; n += 1) await put('vault/r', bytes);
      isOver = true;
    })();
    for (let looks = 0; !isOver || looks < 5; looks += 1) {
      const part = await read('vault/r', { start: 70_000, end: 140_000 });
      expect(part?.equals(bytes.subarray(70_000, 140_001))).toBe(true);
      expect((await read('vault/r'))?.equals(bytes)).toBe(true);
    }
    await replacing;
  });

  test.each(['sealed again', 'in the clear'])(
    'of the S3 store that is replaced between two looks is read right: %s',
    async (mode) => {
      await world.close();
      world = createWorld({ ...s3.variables, FILES_KEY: FIRST.toString('base64') });
      const settings = getEnv().storage;
      if (settings?.kind !== 's3') throw new Error('the world has no S3');
      const inner = s3Storage(settings);
      const bytes = randomBytes(100_000);
      const path = await newTempPath();
      await put('vault/r', bytes);
      let left = 2;
      const open: typeof inner.open = async (key, length) => {
        const there = await inner.open(key, length);
        left -= 1;
        if (left < 0) return there;
        await writeFile(path, bytes);
        if (mode === 'sealed again') await put(key, bytes);
        else await inner.putFile(key, path, { ...meta, size: bytes.length });
        return there;
      };
      const racing = encryptedStorage({ ...inner, open }, getFileKeys());
      const part = await racing.read('vault/r', { start: 70_000, end: 70_009 });
      expect(part && (await buffer(part))).toEqual(bytes.subarray(70_000, 70_010));
      expect(left).toBe(mode === 'sealed again' ? -1 : 0);
    },
  );
});

test('a file in the clear is not stored while files are encrypted', async () => {
  const path = await newTempPath();
  await writeFile(path, 'en claro');
  await expect(getStorage().putFile('k', path, { ...meta, size: 8 })).rejects.toThrow('clear');
  expect(await getStorage().head('k')).toBeNull();
});
