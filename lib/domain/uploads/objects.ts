import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/errors.ts';
import { getStorage } from '#lib/platform/storage/open.ts';

/** Removes an object (an empty key is none), then its row; what the store refuses the sweeper ends. */
export async function discard({ id, objectKey }: { id: string; objectKey: string }): Promise<void> {
  try {
    if (objectKey) await getStorage().remove(objectKey);
    await getDb().write((tx) => tx.delete(uploads).where(eq(uploads.id, id)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
