import { asc, gt } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';

export const storeTables = { uploads, documents };
export type StoreTable = keyof typeof storeTables;
export type StoreRow = {
  table: StoreTable;
  id: string;
  objectKey: string;
  contentType: string;
  size: number | null;
  state: string;
  sealed: boolean;
};

const PAGE_SIZE = 1_000;

type ObjectRef = Pick<StoreRow, 'state' | 'objectKey'>;

export function requiresObject({ state, objectKey }: ObjectRef): boolean {
  return objectKey !== '' && ['arrived', 'kept', 'waiting', 'former'].includes(state);
}

/**
 * Returns whether the row may have an object that can still be read, or restored after a deletion.
 */
export function couldHaveObject({ state, objectKey }: ObjectRef): boolean {
  return objectKey !== '' && state !== 'removing' && state !== 'requested';
}

export async function* readStoreRows(name: StoreTable): AsyncGenerator<StoreRow> {
  const table = storeTables[name];
  for (let lastId = ''; ; ) {
    const page = await getDb()
      .read.select({
        id: table.id,
        objectKey: table.objectKey,
        contentType: table.contentType,
        size: table.size,
        state: table.state,
        sealed: table.sealed,
      })
      .from(table)
      .where(gt(table.id, lastId))
      .orderBy(asc(table.id))
      .limit(PAGE_SIZE);
    for (const row of page) yield { ...row, table: name };
    if (page.length < PAGE_SIZE) return;
    lastId = page.at(-1)?.id ?? '';
  }
}
