import { unlink } from 'node:fs/promises';
import { acceptedText, nameProblemText } from '#lib/domain/uploads/name-problem.ts';
import { unknownContentText, wrongNameText } from '#lib/domain/uploads/wrong-name.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import { isHeicName } from '#lib/platform/storage/inspection/accepted.ts';
import { findDanger } from '#lib/platform/storage/inspection/dangers.ts';
import {
  detectKind,
  fileNameWithExtension,
  isHeic,
  sniffRejected,
  usualKind,
} from '#lib/platform/storage/inspection/file-kinds.ts';
import { type Danger, isHarmless } from '#lib/platform/storage/inspection/findings.ts';
import { type ByteSource, withFileSource } from '#lib/platform/storage/inspection/sources.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import { nullIfMissing } from '#lib/platform/storage/store-faults.ts';

/** Runs `work` and then deletes the buffered file, even if `work` fails. */
export async function deletingAfter<T>(file: BufferedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await unlink(file.path).catch(nullIfMissing);
  }
}

/**
 * Checks the content of a buffered file. Returns the name to store, with the extension that fits
 * the content. Files of one sender are checked one by one. Throws `invalid_file` if the content is
 * dangerous or of a kind that is not accepted, and `unavailable` if the check has to wait too long.
 */
export async function checkFile(
  file: BufferedFile,
  fileName: string,
  sender: string,
): Promise<{ contentType: string; fileName: string }> {
  return withFileSource(file, async (source) => {
    const detectedKind = await detectKind(source, fileName);
    if (!detectedKind) throw await unknownFile(source, fileName);
    const danger = await findDanger(source, detectedKind, sender);
    if (danger === 'mismatch') throw await unknownFile(source, fileName);
    if (danger && !isHarmless(danger)) throw invalidFile(danger);
    const kind = danger ? usualKind(danger) : detectedKind;
    if (!kind) throw invalidFile('mismatch', wrongNameText(danger ?? '', fileName));
    return { contentType: kind.contentType, fileName: fileNameWithExtension(fileName, kind) };
  });
}

type RefusalReason = Danger | 'heic' | 'infected';

export function invalidFile(
  reason: RefusalReason = 'mismatch',
  file = refusalCopy[reason],
): AppError {
  return new AppError('invalid_file', { message: file, fields: { file } });
}

/**
 * Returns why a file is refused: it is empty or a HEIC photo, or its extension or content is not
 * accepted.
 */
export async function unknownFile(source: ByteSource, fileName: string): Promise<AppError> {
  if (source.size === 0) return invalidFile('mismatch', 'El archivo está vacío.');
  if (isHeicName(fileName) || (await isHeic(source))) return invalidFile('heic');
  const problem = nameProblem(fileName);
  if (problem) return problem;
  const rejectedKind = await sniffRejected(source);
  return invalidFile(
    'mismatch',
    rejectedKind ? wrongNameText(rejectedKind, fileName) : unknownContentText(fileName),
  );
}

/** Returns the refusal of a name without an accepted extension, or null. */
export function nameProblem(fileName: string): AppError | null {
  const text = nameProblemText(fileName);
  return text === null ? null : invalidFile('mismatch', text);
}

export function stillScanningError(): AppError {
  const message = 'Todavía estamos revisando este archivo. Inténtalo en un momento.';
  return conflict(message);
}

const refusalCopy: Record<RefusalReason, string> = {
  macros: 'El archivo trae macros. Guárdalo sin ellas, o como PDF, y súbelo otra vez.',
  objects:
    'El archivo trae objetos incrustados, o vínculos que abren otros programas. Guárdalo sin ellos, o como PDF, y súbelo otra vez.',
  template:
    'El documento abre una plantilla que está en otro lugar. Guárdalo como PDF y súbelo otra vez.',
  script:
    'El PDF trae programas, acciones o un formulario XFA. Imprímelo como PDF y súbelo otra vez.',
  locked:
    'El archivo tiene contraseña. Guárdalo sin ella, o imprímelo como PDF, y súbelo otra vez.',
  flood: 'El archivo se descomprime a un tamaño desmedido. Guárdalo como PDF y súbelo otra vez.',
  pixels: 'La imagen pasa de 50 megapíxeles. Achícala, o guárdala como PDF, y súbela otra vez.',
  mixed: 'El archivo es también de otro tipo. Imprímelo como PDF y súbelo otra vez.',
  mismatch: `El archivo está dañado o su contenido no corresponde a su nombre. ${acceptedText}`,
  heavy:
    'No pudimos revisar el archivo: es demasiado complejo. Guárdalo como PDF y súbelo otra vez.',
  broken: 'El archivo está dañado o incompleto. Descárgalo o guárdalo de nuevo, y súbelo otra vez.',
  heic: 'Tu teléfono guardó la foto como HEIC. Guárdala como JPG o PDF y súbela otra vez.',
  infected: 'El antivirus encontró un programa dañino en el archivo. No lo guardamos.',
};
