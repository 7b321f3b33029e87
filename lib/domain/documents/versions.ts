import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import {
  type OwnedDocument,
  type StoredDocument,
  vaultUsage,
  visibleStates,
} from '#lib/domain/documents/reads.ts';
import { MAX_FORMER_VERSIONS } from '#lib/domain/documents/rules.ts';
import { markRemoving, type RemovedObjects } from '#lib/domain/documents/writes/remove-objects.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

export type FormerDocument = OwnedDocument & { state: 'former' };

/** Lists the former versions of documents, the last replaced first. */
export async function listFormerVersions(
  accountId: string,
  db: ReadDb | Tx = getDb().read,
  id?: string,
): Promise<FormerDocument[]> {
  const formerCondition = and(eq(documents.accountId, accountId), eq(documents.state, 'former'));
  const rows = await db
    .select()
    .from(documents)
    .where(and(formerCondition, id === undefined ? undefined : eq(documents.id, id)))
    .orderBy(desc(documents.changedAt), desc(documents.id));
  return rows as FormerDocument[]; // Former documents have a category.
}

/** Time for which a replacement or an upload counts as recent. */
export const RECENT_UPLOAD_MS = 10 * MINUTE;

/**
 * Finds the former version that one of the documents `among` replaced in the last 10 minutes, so
 * that the page can offer to undo it.
 */
export function findUndoableReplacement(
  former: readonly FormerDocument[],
  among: readonly { id: string }[],
  now: number,
) {
  const places = new Set(among.map(({ id }) => id));
  const last = former.find(({ formerOf }) => formerOf !== null && places.has(formerOf));
  if (!last || last.changedAt < now - RECENT_UPLOAD_MS) return undefined;
  return { category: last.category, documentId: last.id };
}

/**
 * Turns documents into former versions. Removes unscanned documents, and versions over the limits.
 * Requires a transaction. Returns what `removeObjects` has to remove after the commit.
 */
export async function makeFormerVersions(
  tx: Tx,
  { id, accountId }: Pick<StoredDocument, 'id' | 'accountId'>,
  old: readonly string[],
  now: number,
): Promise<RemovedObjects> {
  const { state, formerOf } = documents;
  const replaced = inArray(documents.id, [...old]);
  const visibleCondition = inArray(state, visibleStates);
  const removed = await markRemoving(
    tx,
    and(replaced, visibleCondition, sql`${state} <> 'kept'`),
    now,
  );
  await tx
    .update(documents)
    .set({ state: 'former', formerOf: id, changedAt: now })
    .where(and(replaced, eq(state, 'kept')));
  await tx
    .update(documents)
    .set({ formerOf: id })
    .where(and(inArray(formerOf, [...old]), eq(state, 'former')));
  return [...removed, ...(await endSurplus(tx, accountId, now))];
}

/**
 * Marks the oldest former versions as `removing`, beyond `MAX_FORMER_VERSIONS` or beyond the vault's free
 * space.
 */
export async function endSurplus(tx: Tx, accountId: string, now: number): Promise<RemovedObjects> {
  const room = getEnv().vault.quotaBytes - (await vaultUsage(accountId, tx)).bytes;
  const surplus = sql`(select id from (
    select id, row_number() over (partition by former_of order by changed_at desc, id desc) as nth,
      sum(size) over (order by changed_at desc, id desc) as bytes
    from documents where account_id = ${accountId} and state = 'former')
    where nth > ${MAX_FORMER_VERSIONS} or bytes > ${room})`;
  return markRemoving(tx, sql`${documents.id} in ${surplus}`, now);
}
