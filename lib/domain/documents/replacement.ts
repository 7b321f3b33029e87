import { and, eq, inArray, ne } from 'drizzle-orm';
import { listCategory, type StoredDocument, visibleStates } from '#lib/domain/documents/reads.ts';
import { categories } from '#lib/domain/documents/rules.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';

type Newcomer = Pick<StoredDocument, 'id' | 'accountId' | 'category' | 'replaces'>;

/** What ends when the newcomer stands: whatever a "one" category holds, or the one it names. */
export async function listReplaced(tx: Tx, newcomer: Newcomer): Promise<StoredDocument[]> {
  const { id, accountId, category, replaces } = newcomer;
  const one = categories[category].holds === 'one';
  if (!one && !replaces) return [];
  const here = await listCategory(tx, accountId, category, one ? null : replaces);
  return here.filter((other) => other.id !== id);
}

/** No longer visible from here on; their objects are removed after the commit. */
export async function endDocuments(
  tx: Tx,
  ended: readonly Pick<StoredDocument, 'id'>[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await tx
    .update(documents)
    .set({ state: 'removing', changedAt: now })
    .where(and(inArray(documents.id, ids), inArray(documents.state, visibleStates)));
}

/** With its account: nothing stays, also of what is on its way or was deleted a moment ago. */
export async function endVault(tx: Tx, accountId: string, now: number): Promise<void> {
  await tx
    .update(documents)
    .set({ state: 'removing', changedAt: now })
    .where(and(eq(documents.accountId, accountId), ne(documents.state, 'removing')));
}
