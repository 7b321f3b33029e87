import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { measured } from '#lib/platform/metrics/calls.ts';
import { singleton } from '#lib/platform/singleton.ts';
import { encryptedStorage } from '#lib/platform/storage/encrypted.ts';
import { fileKeys } from '#lib/platform/storage/file-keys.ts';
import { localStorage } from '#lib/platform/storage/local.ts';
import { s3Storage } from '#lib/platform/storage/s3.ts';
import type { Storage } from '#lib/platform/storage/storage.ts';

/** The configured store. Throws `not_configured` when production names none. */
export function getStorage(): Storage {
  const settings = getEnv().storage;
  if (!settings) throw new AppError('not_configured');
  return singleton('storage', () => {
    const inner =
      settings.kind === 's3'
        ? measured('s3', s3Storage(settings))
        : localStorage(settings.directory);
    return fileKeys().all.length > 0 ? encryptedStorage(inner, fileKeys()) : inner;
  });
}
