import { buffer } from 'node:stream/consumers';
import {
  isRecordedFile,
  type VerifiedGuarantee,
} from '#lib/domain/issued-guarantees/reads/verified.ts';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { UploadBody } from '#lib/platform/operations/files.ts';
import {
  type ComparedFile,
  EMPTY_FILE,
  isDigitizedPaper,
} from '#lib/platform/storage/inspection/digitized-paper.ts';
import { bufferedBytes, hashOf } from '#lib/platform/storage/receive.ts';

/**
 * Compares the file of a form with the recorded one. The file is hashed and not stored. Throws
 * `validation_failed` without a file, and `conflict` if no file was recorded.
 */
export async function compareFile(
  received: UploadBody,
  guarantee: VerifiedGuarantee,
): Promise<Omit<ComparedFile, 'at'>> {
  const { files } = await received.form({ fields: [], fileFields: ['file'] });
  const [file] = files;
  if (!file) throw new AppError('validation_failed', { message: 'Elige un archivo.' });
  const comparedFile = await deletingAfter(file, async () => {
    const sha256 = await hashOf(bufferedBytes(file));
    const bytes = await buffer(bufferedBytes(file));
    const fileFacts = { sha256, size: bytes.length };
    if (isRecordedFile(guarantee, sha256)) return { ...fileFacts, result: 'same' as const };
    if (bytes.length === 0) throw new AppError('validation_failed', { message: EMPTY_FILE });
    const isDigitized = isDigitizedPaper(bytes.toString('latin1'));
    return { ...fileFacts, result: isDigitized ? ('digitized' as const) : ('other' as const) };
  });
  return { fileName: file.fileName.slice(0, 200), ...comparedFile };
}
