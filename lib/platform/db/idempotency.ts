import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';

/** Identifies a repeated request by the hash of its Idempotency-Key and the hash of its body. */
export type Repetition = { idempotencyKey: string; bodyHash: string };

/** A table whose rows keep the key and the body hash of the request that created them. */
type KeyedTable = SQLiteTable & {
  id: AnySQLiteColumn<{ data: number; notNull: true }>;
  idempotencyKey: AnySQLiteColumn<{ data: string }>;
  bodyHash: AnySQLiteColumn<{ data: string }>;
};

export function repetitionOf(key: string | undefined, body: unknown): Repetition | undefined {
  if (!key) return undefined;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return { idempotencyKey: hashToken(key), bodyHash };
}

/**
 * Returns the id of the row that this key created, or undefined. Throws `conflict` if the earlier
 * request had another body.
 */
export async function findRepeatedWrite(
  table: KeyedTable,
  repetition: Repetition,
  db: ReadDb | Tx = getDb().read,
): Promise<number | undefined> {
  const earlierRow = await findByKey(table, repetition, db);
  if (earlierRow && earlierRow.bodyHash !== repetition.bodyHash) throw new AppError('conflict');
  return earlierRow?.id;
}

export async function isRepetition(table: KeyedTable, repetition: Repetition | undefined) {
  const earlierRow = repetition && (await findByKey(table, repetition, getDb().read));
  return earlierRow !== undefined && earlierRow.bodyHash === repetition?.bodyHash;
}

async function findByKey(table: KeyedTable, { idempotencyKey }: Repetition, db: ReadDb | Tx) {
  const [row] = await db
    .select({ id: table.id, bodyHash: table.bodyHash })
    .from(table)
    .where(eq(table.idempotencyKey, idempotencyKey))
    .limit(1);
  return row;
}
