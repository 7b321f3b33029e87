import { and, eq, gt, inArray } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { checkVaultQuota } from '#lib/domain/documents/quota.ts';
import {
  transientCondition,
  unplacedCondition,
  visibleStates,
} from '#lib/domain/documents/reads/documents.ts';
import { RESTORE_MS } from '#lib/domain/documents/rules.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { findScanner } from '#lib/platform/scanner/client.ts';

type Ctx = SignedInCtx | AdminCtx;

/**
 * Deletes an upload that has no category yet. Its owner can restore it for a minute. Throws
 * `document_not_found`.
 */
export async function discardUncategorized(ctx: Ctx, id: string): Promise<void> {
  const { holderId, now } = ctx;
  await getDb().write(async (tx) => {
    const discarded = await tx
      .update(documents)
      .set({ state: 'deleted', changedAt: now })
      .where(
        and(
          eq(documents.id, id),
          eq(documents.accountId, holderId),
          unplacedCondition,
          inArray(documents.state, visibleStates),
        ),
      )
      .returning({ id: documents.id });
    if (discarded.length === 0) throw new AppError('document_not_found');
    await audit(tx, ctx, { accountId: holderId, action: 'document.deleted', subject: id });
  });
}

/** Restores an upload that was just discarded. Throws `document_not_found`, and `conflict`. */
export async function restoreUncategorized(ctx: Ctx, id: string): Promise<void> {
  const { holderId, now } = ctx;
  await getDb().write(async (tx) => {
    const discarded = await findDiscardedDocument(ctx, id, tx);
    if (!discarded) throw new AppError('document_not_found');
    await checkVaultQuota(holderId, discarded.size, [], tx);
    const needsNoScan = discarded.scannedAt !== null || !findScanner();
    await tx
      .update(documents)
      .set({ state: needsNoScan ? 'kept' : 'waiting', changedAt: now })
      .where(eq(documents.id, id));
    await audit(tx, ctx, { accountId: holderId, action: 'document.restored', subject: id });
  });
}

/** Finds an upload that was discarded less than a minute ago and still has its bytes. */
export async function findDiscardedDocument(
  { holderId, now }: { holderId: string; now: number },
  id: string,
  db: ReadDb | Tx = getDb().read,
) {
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.id, id),
        eq(documents.accountId, holderId),
        transientCondition,
        unplacedCondition,
        eq(documents.state, 'deleted'),
        gt(documents.changedAt, now - RESTORE_MS),
      ),
    );
  return row;
}
