import { rm } from 'node:fs/promises';
import { acceptedText } from '#lib/domain/uploads/schema.ts';
import { AppError } from '#lib/platform/errors.ts';
import { detectKind, type FileKind } from '#lib/platform/storage/file-kinds.ts';
import type { SpooledFile } from '#lib/platform/storage/receive.ts';
import { withFileSource } from '#lib/platform/storage/sources.ts';

/** Whatever comes of `work`, the spooled file is gone afterwards. */
export async function consuming<T>(file: SpooledFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await rm(file.path, { force: true });
  }
}

/** The kind of a spooled file by its content; its name must agree. Throws `invalid_file`. */
export async function checkFile(path: string, fileName: string): Promise<FileKind> {
  const kind = await withFileSource(path, (source) => detectKind(source, fileName));
  if (!kind) throw invalidFile();
  return kind;
}

export function invalidFile(): AppError {
  const file = `El archivo está vacío, dañado o su contenido no corresponde a su nombre. ${acceptedText}`;
  return new AppError('invalid_file', { message: file, fields: { file } });
}
