import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  buildHeader,
  decryptionError,
  encryptedSize,
  HEADER_BYTES,
  keyIdOf,
  openChunks,
  openHeader,
  storedRange,
} from '#lib/platform/storage/encryption/encrypted-file.ts';
import {
  claimFileKeys,
  type FileKeys,
  isMarkedEncrypted,
} from '#lib/platform/storage/encryption/file-keys.ts';
import { byteStreamOf } from '#lib/platform/storage/sending.ts';
import type {
  ByteRange,
  ObjectStore,
  PinnedObject,
  Storage,
} from '#lib/platform/storage/storage.ts';
import { isReplaced, storeRefusal } from '#lib/platform/storage/store-faults.ts';

const MAX_TRIES = 3;

/**
 * Wraps a store: encrypts new files under the present key, and reads both encrypted and plain
 * files.
 */
export function encryptedStorage(inner: ObjectStore, { currentKey, allKeys }: FileKeys): Storage {
  /** Opens an object, and opens it again if `npm run rekey` has just encrypted it. */
  const openStored = async (key: string): Promise<PinnedObject | null> => {
    const object = await inner.open(key, HEADER_BYTES);
    if (!object || !currentKey || keyIdOf(object.beginning) !== null) return object;
    if (!(await isMarkedEncrypted(key))) return object;
    object.close();
    const reopened = await inner.open(key, HEADER_BYTES);
    if (!reopened || keyIdOf(reopened.beginning) !== null) return reopened;
    reopened.close();
    // The row says that the object is encrypted, so somebody replaced the object in the store.
    throw decryptionError('is in the clear and was sealed');
  };

  const openObject = async (key: string): Promise<PinnedObject | null> => {
    const object = await openStored(key);
    if (!object || keyIdOf(object.beginning) === null) return object;
    try {
      return decryptVersion(object, openHeader(object.beginning, key, allKeys));
    } catch (error) {
      object.close();
      throw error;
    }
  };

  const openPart = (key: string, rangeOf: (size: number) => ByteRange) =>
    retryIfReplaced(async () => {
      const object = await openObject(key);
      if (!object) return null;
      const { start, end, totalSize = object.size } = rangeOf(object.size);
      if (start <= end && end < object.size && totalSize === object.size)
        return object.send({ start, end });
      object.close();
      if (start > end) return byteStreamOf(Readable.from([]));
      throw new AppError('unavailable', {
        cause: new Error('the store reported two different sizes'),
      });
    });

  return {
    kind: inner.kind,
    remove: inner.remove,
    list: inner.list,
    nameOf: inner.nameOf,
    ping: inner.ping,
    presignGet: async () => null,
    // Browsers cannot encrypt files for us, so uploads pass through the app.
    presignPut: async () => null,
    send: (key, range) => openPart(key, () => range),
    read: async (key, range) => {
      const upTo = (size: number) => Math.min(range?.end ?? size, size - 1);
      const byteStream = await openPart(key, (size) => ({ start: 0, ...range, end: upTo(size) }));
      return byteStream?.stream() ?? null;
    },
    head: async (key) => {
      const object = await openObject(key);
      object?.close();
      return object && { size: object.size };
    },
    putFile: async (key, path, meta) => {
      if (!currentKey) return inner.putFile(key, path, meta);
      await claimFileKeys();
      const { fileKey, size } = meta;
      if (!fileKey) throw new Error('a file that was received in the clear');
      await overwriteHeader(path, buildHeader(currentKey, key, { fileKey, size }));
      const storedMeta = { contentType: 'application/octet-stream', size: encryptedSize(size) };
      await inner.putFile(key, path, storedMeta);
    },
  };
}

function decryptVersion(object: PinnedObject, header: ReturnType<typeof openHeader>): PinnedObject {
  const isWhole = object.size === encryptedSize(header.size);
  return {
    ...object,
    // A truncated object is reported with its stored size. Callers notice that this differs from
    // the row.
    size: isWhole ? header.size : object.size,
    send: async ({ start, end }) => {
      if (!isWhole) {
        object.close();
        throw decryptionError('has another length than it was written with');
      }
      const storedStream = (await object.send(storedRange(header.size, { start, end }))).stream();
      const plainStream = Readable.from(openChunks(storedStream, header, { start, end }), {
        objectMode: false,
      });
      // A generator that never started does no cleanup, so the source is closed here.
      plainStream.once('close', () => storedStream.destroy());
      return byteStreamOf(plainStream);
    },
  };
}

/** Repeats `work` if the object was replaced between two reads, for example by `npm run rekey`. */
async function retryIfReplaced<T>(work: () => Promise<T>): Promise<T> {
  for (let triesLeft = MAX_TRIES; ; triesLeft -= 1) {
    try {
      return await work();
    } catch (error) {
      if (triesLeft === 1 || !isReplaced(error)) throw error;
    }
  }
}

async function overwriteHeader(path: string, header: Buffer): Promise<void> {
  try {
    const handle = await open(path, 'r+');
    await handle.write(header, 0, HEADER_BYTES, 0).finally(() => handle.close());
  } catch (cause) {
    throw storeRefusal(cause);
  }
}
