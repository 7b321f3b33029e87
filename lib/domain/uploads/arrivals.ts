import { and, eq, inArray } from 'drizzle-orm';
import { findUpload, type Upload } from '#lib/domain/uploads/reads.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { checkFile, consuming, invalidFile } from '#lib/domain/uploads/spooled.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId, randomToken } from '#lib/platform/ids.ts';
import { detectKind, hasAcceptedExtension } from '#lib/platform/storage/file-kinds.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';
import { getStorage } from '#lib/platform/storage/open.ts';
import { type SpooledFile, tooLarge } from '#lib/platform/storage/receive.ts';
import { storedSource } from '#lib/platform/storage/sources.ts';

/**
 * How bytes become an upload. Each arrival gets an object key of its own, written down first in a
 * row that is `removing`: after a crash at any point the sweeper finds what nobody names. Bytes
 * that a submission keeps are therefore never written to again.
 */

/** A new upload from a spooled file, which is consumed. Throws `invalid_file`. Returns its id. */
export async function addUpload(
  upload: { kind: UploadKind; fileName: string },
  file: SpooledFile,
): Promise<string> {
  const fileName = cleanFileName(upload.fileName);
  return consuming(file, async () => {
    const { contentType } = await checkFile(file.path, fileName);
    const { size } = file;
    const slot = await reserve({ kind: upload.kind, fileName });
    await place(slot, () => getStorage().putFile(slot.objectKey, file.path, { contentType, size }));
    await getDb().write((tx) =>
      tx
        .update(uploads)
        .set({ contentType, size, state: 'arrived' })
        .where(eq(uploads.id, slot.id)),
    );
    return slot.id;
  });
}

/**
 * A spooled file, which is consumed, arrives at an announced upload; a second one replaces the
 * first. Throws `not_found`, `invalid_file`, and `conflict` when a submission keeps it already.
 */
export async function storeUpload(id: string, file: SpooledFile): Promise<void> {
  await consuming(file, async () => {
    const upload = await findUpload(id);
    if (!upload || upload.state === 'removing') throw new AppError('not_found');
    if (upload.state === 'kept') throw alreadyKept();
    const { contentType } = await checkFile(file.path, upload.fileName);
    const { size } = file;
    const slot = await reserve(upload);
    await place(slot, () => getStorage().putFile(slot.objectKey, file.path, { contentType, size }));
    const taken = await take(slot, upload.id, ['requested', 'arrived'], { contentType, size });
    if (!taken) throw alreadyKept();
  });
}

/**
 * Takes over what was sent straight to the store: copied to a key that no presigned address can
 * write to, and only then judged. Throws `not_found`, `payload_too_large`, `invalid_file`.
 */
export async function collectUpload(upload: Upload): Promise<void> {
  const storage = getStorage();
  const incoming = upload.objectKey;
  const there = await storage.head(incoming);
  if (!there) throw new AppError('not_found');
  const { maxUploadBytes } = getEnv();
  if (there.size > maxUploadBytes) {
    await storage.remove(incoming);
    throw tooLarge(maxUploadBytes);
  }
  const slot = await reserve(upload);
  const arrived = await place(slot, async () => {
    if (!(await storage.copy(incoming, slot.objectKey))) throw new AppError('not_found');
    return checkObject(slot.objectKey, upload.fileName);
  }).catch(async (error) => {
    if (error instanceof AppError && error.code === 'invalid_file') await storage.remove(incoming);
    throw error;
  });
  // Somebody else may have collected it meanwhile: theirs counts.
  await take(slot, upload.id, ['requested'], arrived);
}

/** The size and kind of a stored object; throws `not_found` or `invalid_file`. */
export async function checkObject(key: string, fileName: string) {
  const storage = getStorage();
  const there = await storage.head(key);
  if (!there) throw new AppError('not_found');
  const { maxUploadBytes } = getEnv();
  if (there.size > maxUploadBytes) throw tooLarge(maxUploadBytes);
  const kind = await detectKind(storedSource(storage, key, there.size), fileName);
  if (!kind) throw invalidFile();
  return { contentType: kind.contentType, size: there.size };
}

export function checkExtension(fileName: string): void {
  if (!hasAcceptedExtension(fileName)) throw invalidFile();
}

function alreadyKept(): AppError {
  return new AppError('conflict', { message: 'Este archivo ya es parte de una solicitud.' });
}

type Slot = { id: string; objectKey: string };

async function reserve(upload: { kind: UploadKind; fileName: string }): Promise<Slot> {
  const slot = { id: randomId(), objectKey: `files/${randomToken()}` };
  await getDb().write((tx) =>
    tx.insert(uploads).values({
      ...slot,
      kind: upload.kind,
      fileName: upload.fileName,
      contentType: '',
      state: 'removing',
      createdAt: now(),
    }),
  );
  return slot;
}

async function place<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await discard(slot);
    throw error;
  }
}

/** The upload takes the slot's object, the slot the replaced one. False: it was too late. */
async function take(
  slot: Slot,
  id: string,
  from: ('requested' | 'arrived')[],
  arrived: { contentType: string; size: number },
): Promise<boolean> {
  const replaced = await getDb().write(async (tx) => {
    const pending = and(eq(uploads.id, id), inArray(uploads.state, from));
    const [before] = await tx.select({ key: uploads.objectKey }).from(uploads).where(pending);
    if (!before) return null;
    const values = { ...arrived, objectKey: slot.objectKey, state: 'arrived' as const };
    await later(tx, tx.update(uploads).set(values).where(pending));
    await later(
      tx,
      tx.update(uploads).set({ objectKey: before.key }).where(eq(uploads.id, slot.id)),
    );
    return before.key;
  });
  // A presigned address may still write to its key: that one waits for the sweeper.
  const canReturn = replaced?.startsWith('incoming/') && getStorage().kind === 's3';
  if (!canReturn) await discard({ ...slot, objectKey: replaced ?? slot.objectKey });
  return replaced !== null;
}

/** Removes a slot and its object; when the store is out of reach the sweeper does it later. */
async function discard(slot: Slot): Promise<void> {
  try {
    await getStorage().remove(slot.objectKey);
    await getDb().write((tx) => tx.delete(uploads).where(eq(uploads.id, slot.id)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
