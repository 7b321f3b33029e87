import { and, eq, inArray } from 'drizzle-orm';
import {
  checkFile,
  deletingAfter,
  nameProblem,
  unknownFile,
} from '#lib/domain/uploads/check-file.ts';
import { checkPendingQuota } from '#lib/domain/uploads/quota.ts';
import { findUpload, type Upload } from '#lib/domain/uploads/reads.ts';
import { discardUpload, scanUpload } from '#lib/domain/uploads/writes/scan.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { findScanner } from '#lib/platform/scanner/client.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';
import { detectKind } from '#lib/platform/storage/inspection/file-kinds.ts';
import { storedSource } from '#lib/platform/storage/inspection/sources.ts';
import { type BufferedFile, tooLargeError } from '#lib/platform/storage/receive.ts';

// Each upload gets its own object key. Its row begins as `removing`, so that after a crash the
// sweeper finds the object. An upload never overwrites stored bytes.

/**
 * Stores the buffered file and returns its id. The buffer is deleted in any case. Throws
 * `invalid_file` if name or content are not accepted, and the errors of `checkPendingQuota`.
 */
export async function addUpload(
  upload: { kind: Upload['kind']; fileName: string; sender: string; title?: string | null },
  file: BufferedFile,
): Promise<string> {
  const fileName = cleanFileName(upload.fileName);
  return deletingAfter(file, async () => {
    const { slot, arrived: receivedFile } = await storeUploadFile({ ...upload, fileName }, file, {
      files: 1,
    });
    const arrival = arrivalOf(receivedFile);
    await getDb().write((tx) => tx.update(uploads).set(arrival).where(eq(uploads.id, slot.id)));
    if (arrival.verdict === 'waiting') {
      await scanUpload({ ...slot, ...arrival }).catch(async (error) => {
        const isRefused = error instanceof AppError && error.code === 'invalid_file';
        if (isRefused) await discardUpload({ ...slot, objectKey: '' });
        throw error;
      });
    }
    return slot.id;
  });
}

/**
 * Stores the file of an announced upload in place of an earlier one. Throws `not_found`, `conflict`
 * if the upload already is part of a request, `invalid_file` if name or content are not accepted,
 * and the errors of `checkPendingQuota`.
 */
export async function storeUpload(id: string, file: BufferedFile): Promise<void> {
  await deletingAfter(file, async () => {
    const upload = await findUpload(id);
    if (!upload || upload.state === 'removing') throw new AppError('not_found');
    if (upload.state === 'kept') throw usedUploadError();
    const { slot, arrived: receivedFile } = await storeUploadFile(upload, file, {
      reserved: reservedBytesOf(upload),
    });
    const isTaken = await replaceObject(slot, upload.id, receivedFile);
    if (!isTaken) throw usedUploadError();
  });
}

/**
 * Returns type and size of an object. Throws `not_found`, `payload_too_large` if it is over the
 * limit, and `invalid_file` if its content has no accepted kind.
 */
export async function checkObject(key: string, fileName: string) {
  const object = await getStorage().head(key);
  if (!object) throw new AppError('not_found');
  const { size } = object;
  const { maxUploadBytes } = getEnv();
  if (size > maxUploadBytes) throw tooLargeError(maxUploadBytes);
  const source = storedSource(getStorage(), key, size);
  const kind = await detectKind(source, fileName);
  if (!kind) throw await unknownFile(source, fileName);
  return { contentType: kind.contentType, size };
}

export function checkExtension(fileName: string): void {
  const problem = nameProblem(fileName);
  if (problem) throw problem;
}

function usedUploadError(): AppError {
  return conflict('Este archivo ya es parte de una solicitud.');
}

type ReceivedFile = { contentType: string; fileName: string; size: number; sealed: boolean };

function arrivalOf(receivedFile: ReceivedFile) {
  const verdict = findScanner() ? ('waiting' as const) : ('clean' as const);
  return { ...receivedFile, verdict, state: 'arrived' as const, arrivedAt: now() };
}

/** Returns the bytes that were reserved for an upload when it was announced. */
function reservedBytesOf({ state, size }: Upload): number {
  return state === 'requested' ? (size ?? 0) : 0;
}

type Slot = { id: string; objectKey: string };

/**
 * Stores a file under a new key. Its size is counted first, so that parallel uploads together
 * cannot exceed a quota.
 */
async function storeUploadFile(
  {
    kind,
    sender,
    title = null,
    ...named
  }: Pick<Upload, 'kind' | 'fileName' | 'sender'> & Partial<Pick<Upload, 'title'>>,
  file: BufferedFile,
  { files = 0, reserved: reservedBytes = 0 }: { files?: number; reserved?: number },
): Promise<{ slot: Slot; arrived: ReceivedFile }> {
  const { contentType, fileName } = await checkFile(file, named.fileName, sender ?? '');
  const { size, fileKey } = file;
  const slot = { id: randomId(), objectKey: `files/${randomToken()}` };
  const sealed = fileKey !== undefined;
  const row = { ...slot, kind, fileName, title, sender, contentType: '', size, sealed };
  await getDb().write(async (tx) => {
    if (sender) await checkPendingQuota(tx, sender, { files, bytes: size - reservedBytes });
    await tx.insert(uploads).values({ ...row, state: 'removing', createdAt: now() });
  });
  try {
    await getStorage().putFile(slot.objectKey, file.path, { contentType, size, fileKey });
  } catch (error) {
    await discardUpload(slot);
    throw error;
  }
  return { slot, arrived: { contentType, fileName, size, sealed } };
}

/**
 * Gives the slot's object to the upload. Returns false if the upload is not pending. Throws
 * `invalid_file`.
 */
async function replaceObject(slot: Slot, id: string, receivedFile: ReceivedFile): Promise<boolean> {
  const arrival = { ...arrivalOf(receivedFile), objectKey: slot.objectKey };
  const replacedKey = await getDb().write(async (tx) => {
    const pendingCondition = and(
      eq(uploads.id, id),
      inArray(uploads.state, ['requested', 'arrived']),
    );
    const [previousUpload] = await tx
      .select({ key: uploads.objectKey })
      .from(uploads)
      .where(pendingCondition);
    if (!previousUpload) return null;
    await tx.update(uploads).set(arrival).where(pendingCondition);
    const slotValues = { objectKey: previousUpload.key, sender: null };
    await tx.update(uploads).set(slotValues).where(eq(uploads.id, slot.id));
    return previousUpload.key;
  });
  await discardUpload({ ...slot, objectKey: replacedKey ?? slot.objectKey });
  if (replacedKey !== null && arrival.verdict === 'waiting') await scanUpload({ ...arrival, id });
  return replacedKey !== null;
}
