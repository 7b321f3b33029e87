import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { removeUploads } from '#lib/domain/uploads/writes/keep-uploads.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import {
  guaranteeEvents,
  issuedGuarantees,
  verificationCodes,
} from '#lib/platform/db/schema/issued-guarantees.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';

/**
 * Deletes the selected records with their events. The sweeper later removes the documents. Requires
 * a transaction.
 */
export async function eraseRecords(tx: Tx, condition: SQL): Promise<void> {
  const { number, uploadId, successor } = issuedGuarantees;
  const erasedNumbers = tx.select({ number }).from(issuedGuarantees).where(condition);
  const uploadIds = tx.select({ uploadId }).from(issuedGuarantees).where(condition);
  const subjects = tx
    .select({ subject: sql`cast(${number} as text)` })
    .from(issuedGuarantees)
    .where(condition);
  await removeUploads(tx, inArray(uploads.id, uploadIds));
  await tx.delete(guaranteeEvents).where(inArray(guaranteeEvents.guaranteeNumber, erasedNumbers));
  await tx
    .delete(verificationCodes)
    .where(inArray(verificationCodes.guaranteeNumber, erasedNumbers));
  await tx.delete(tenderNews).where(inArray(tenderNews.guaranteeNumber, erasedNumbers));
  await tx.delete(links).where(and(eq(links.kind, 'issued'), inArray(links.subject, subjects)));
  await tx
    .update(issuedGuarantees)
    .set({ successor: null })
    .where(inArray(successor, erasedNumbers));
  await tx.delete(issuedGuarantees).where(condition);
}
