import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  readVaultUsage,
  type StoredDocument,
  visibleStates,
} from '#lib/domain/documents/reads/documents.ts';
import { MAX_FORMER_VERSIONS } from '#lib/domain/documents/rules.ts';
import { markRemoving, type RemovedObjects } from '#lib/domain/documents/writes/remove-objects.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';

/**
 * Turns documents into former versions. Unscanned documents and versions over the limits are
 * removed. Requires a transaction. Returns what `removeObjects` has to remove after the commit.
 */
export async function makePreviousVersions(
  tx: Tx,
  { id, accountId }: Pick<StoredDocument, 'id' | 'accountId'>,
  oldIds: readonly string[],
  now: number,
): Promise<RemovedObjects> {
  const { state, formerOf } = documents;
  const replacedCondition = inArray(documents.id, [...oldIds]);
  const visibleCondition = inArray(state, visibleStates);
  const removedObjects = await markRemoving(
    tx,
    and(replacedCondition, visibleCondition, sql`${state} <> 'kept'`),
    now,
  );
  await tx
    .update(documents)
    .set({ state: 'former', formerOf: id, changedAt: now })
    .where(and(replacedCondition, eq(state, 'kept')));
  await tx
    .update(documents)
    .set({ formerOf: id })
    .where(and(inArray(formerOf, [...oldIds]), eq(state, 'former')));
  return [...removedObjects, ...(await removeSurplusVersions(tx, accountId, now))];
}

/**
 * Marks the oldest former versions as `removing`: those beyond `MAX_FORMER_VERSIONS`, and those for
 * which the vault has no space.
 */
export async function removeSurplusVersions(
  tx: Tx,
  accountId: string,
  now: number,
): Promise<RemovedObjects> {
  const room = getEnv().vault.quotaBytes - (await readVaultUsage(accountId, tx)).bytes;
  const surplusIds = sql`(select id from (
    select id, row_number() over (partition by former_of order by changed_at desc, id desc) as nth,
      sum(size) over (order by changed_at desc, id desc) as bytes
    from documents where account_id = ${accountId} and state = 'former')
    where nth > ${MAX_FORMER_VERSIONS} or bytes > ${room})`;
  return markRemoving(tx, sql`${documents.id} in ${surplusIds}`, now);
}
