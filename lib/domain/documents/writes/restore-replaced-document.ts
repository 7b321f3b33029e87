import { and, eq, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { otherRutColumn } from '#lib/domain/documents/other-rut.ts';
import { listPreviousVersions } from '#lib/domain/documents/reads/previous-versions.ts';
import { moveInLinks } from '#lib/domain/documents/replacement.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { now } from '#lib/platform/process/clock.ts';

/**
 * Restores the document that this one replaced, if this one turns out to state a foreign RUT. The
 * owner then has both, and open links show the former document again. Requires a transaction.
 */
export async function restoreReplacedDocument(
  tx: Tx,
  { id, accountId }: Pick<typeof documents.$inferSelect, 'id' | 'accountId'>,
): Promise<void> {
  const [otherRutDocument] = await tx
    .select({ sortAt: documents.sortAt })
    .from(documents)
    .where(and(eq(documents.id, id), sql`${otherRutColumn(sql`documents`)} is not null`));
  const previousVersion =
    otherRutDocument &&
    (await listPreviousVersions(accountId, tx)).find(({ formerOf }) => formerOf === id);
  if (!previousVersion) return;
  const changedAt = now();
  const { sortAt } = otherRutDocument;
  await tx
    .update(documents)
    .set({ state: 'kept', formerOf: null, sortAt, changedAt })
    .where(eq(documents.id, previousVersion.id));
  await tx
    .update(documents)
    .set({ formerOf: previousVersion.id })
    .where(eq(documents.formerOf, id));
  await tx.update(documents).set({ replaced: null }).where(eq(documents.id, id));
  const origin = { requestId: 'reader', ip: '', actor: 'reader', now: changedAt };
  await moveInLinks(tx, previousVersion, [id], origin);
  await audit(tx, origin, { accountId, action: 'document.restored', subject: previousVersion.id });
}
