import { and, eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { getStorage } from '#lib/platform/storage/open.ts';

/**
 * Ends documents that are `removing`: the object first, then the row, so that a crash in between
 * leaves what the sweeper finds. Returns how many are gone; a store out of reach stops it.
 */
export async function removeObjects(
  ended: readonly { id: string; objectKey: string }[],
): Promise<number> {
  let gone = 0;
  for (const { id, objectKey } of ended) {
    try {
      if (objectKey) await getStorage().remove(objectKey);
      await getDb().write((tx) =>
        tx.delete(documents).where(and(eq(documents.id, id), eq(documents.state, 'removing'))),
      );
      gone += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log().warn({ err: error.detail.cause, document: id }, 'an object could not be removed');
      break;
    }
  }
  return gone;
}
