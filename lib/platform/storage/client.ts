import { getEnv } from '#lib/platform/config/env.ts';
import { withMeasuredCalls } from '#lib/platform/metrics/calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { encryptedStorage } from '#lib/platform/storage/encryption/encrypted-storage.ts';
import { getFileKeys } from '#lib/platform/storage/encryption/file-keys.ts';
import { localStorage } from '#lib/platform/storage/local.ts';
import { s3Storage } from '#lib/platform/storage/s3/s3.ts';
import type { ObjectStore, Storage } from '#lib/platform/storage/storage.ts';

/** Returns the store, which encrypts files if a key is configured. Throws `not_configured`. */
export function getStorage(): Storage {
  const store = getObjectStore();
  const keys = getFileKeys();
  return keys.allKeys.length === 0
    ? store
    : singleton('storage', () => encryptedStorage(store, keys));
}

/** Returns the underlying store, which does not decrypt files. */
export function getObjectStore(): ObjectStore {
  const settings = getEnv().storage;
  if (!settings) throw new AppError('not_configured');
  return singleton('object-store', () =>
    settings.kind === 's3'
      ? withMeasuredCalls('s3', s3Storage(settings))
      : localStorage(settings.directory),
  );
}
