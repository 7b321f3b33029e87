import { AppError } from '#lib/platform/operations/errors.ts';
import { log } from '#lib/platform/process/log.ts';
import { getStorage } from '#lib/platform/storage/client.ts';

/** After this many refusals in a row, the other objects wait for the next run. */
const MAX_REFUSED = 10;

type StoredRow = { id: string; objectKey: string };

/**
 * Removes objects from the store until an outage. Returns the ids of removed and of refused
 * objects.
 */
export async function removeEach(
  objects: readonly StoredRow[],
): Promise<{ removedIds: string[]; refusedIds: string[] }> {
  const removedIds: string[] = [];
  const refusedIds: string[] = [];
  for (const { id, objectKey } of objects) {
    try {
      if (objectKey) await getStorage().remove(objectKey);
      removedIds.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log().warn({ err: error.detail.cause, id }, 'an object could not be removed');
      if (!(await isInReach())) break;
      refusedIds.push(id);
      if (refusedIds.length >= MAX_REFUSED) break;
    }
  }
  return { removedIds, refusedIds };
}

async function isInReach(): Promise<boolean> {
  try {
    await getStorage().ping();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
