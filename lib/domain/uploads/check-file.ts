import { unlink } from 'node:fs/promises';
import { acceptedText } from '#lib/domain/uploads/schema.ts';
import { AppError } from '#lib/platform/errors.ts';
import { heicText } from '#lib/platform/storage/accepted.ts';
import { type Danger, dangerOf } from '#lib/platform/storage/dangers.ts';
import { detectKind, type FileKind } from '#lib/platform/storage/file-kinds.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import { withFileSource } from '#lib/platform/storage/sources.ts';
import { absent } from '#lib/platform/storage/store-faults.ts';

/** The buffered file is gone after `work`, also when that fails. */
export async function consuming<T>(file: BufferedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await unlink(file.path).catch(absent);
  }
}

/** The kind of a buffered file by its content; its name must agree. Throws `invalid_file`. */
export async function checkFile(file: BufferedFile, fileName: string): Promise<FileKind> {
  return withFileSource(file, async (source) => {
    const kind = await detectKind(source, fileName);
    if (!kind) throw invalidFile('broken', heicText(fileName));
    const danger = await dangerOf(source, kind);
    if (danger) throw invalidFile(danger);
    return kind;
  });
}

export function invalidFile(
  danger: Danger | 'infected' = 'broken',
  file = dangerCopy[danger],
): AppError {
  return new AppError('invalid_file', { message: file, fields: { file } });
}

export function stillJudged(): AppError {
  const message = 'Todavía estamos revisando este archivo. Inténtalo en un momento.';
  return new AppError('conflict', { message });
}

const dangerCopy: Record<Danger | 'infected', string> = {
  active:
    'El archivo trae macros, objetos incrustados o una contraseña. Guárdalo sin ellos, o como PDF, y súbelo otra vez.',
  'active-pdf': 'El PDF trae programas o acciones. Imprímelo como PDF y súbelo otra vez.',
  picture: 'La imagen pasa de 50 megapíxeles. Achícala, o guárdala como PDF, y súbela otra vez.',
  broken: `El archivo está vacío, dañado o su contenido no corresponde a su nombre. ${acceptedText}`,
  infected: 'El antivirus encontró un programa dañino en el archivo. No lo guardamos.',
};
