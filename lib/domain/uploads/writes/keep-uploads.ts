import { and, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { checkUploadQuota } from '#lib/domain/uploads/quota.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { DAY } from '#lib/platform/process/durations.ts';

const LINK_MS = 30 * DAY;

/**
 * Marks the files of a submission as kept, in its transaction, so that no quota counts them any
 * more. A later request of the same e-mail may name a kept file again, unless it was added later.
 * Returns the missing ids.
 */
export async function markUploadsKept(
  tx: Tx,
  ids: string[],
  { submissionId, now }: { submissionId: number | null; now: number },
): Promise<string[]> {
  if (ids.length === 0) return [];
  // If a second submission names the same file, its download URL does not live longer.
  const linkEndsAt = sql`coalesce(link_ends_at, ${now + LINK_MS})`;
  const ownCondition = sql`exists (select 1 from submissions a join submissions b
    on lower(a.email) = lower(b.email) where a.id = uploads.submission_id and b.id = ${submissionId})`;
  const updated = await tx
    .update(uploads)
    .set({ state: 'kept', submissionId, sender: null, linkEndsAt })
    .where(
      and(
        inArray(uploads.id, ids),
        or(
          eq(uploads.state, 'arrived'),
          and(eq(uploads.state, 'kept'), isNull(uploads.addedAt), ownCondition),
        ),
        ne(uploads.verdict, 'infected'),
      ),
    )
    .returning({ id: uploads.id });
  return ids.filter((id) => !updated.some((row) => row.id === id));
}

type UploadJoin = {
  uploadId: string;
  requestedDocumentId: number | undefined;
  title?: string | undefined;
  vaultOf: string | null;
};

/**
 * Adds files that arrived, and belong to no request or draft yet, to a request. Requires a
 * transaction. Returns the added and the missing ids. Throws `conflict` if they are too many.
 */
export async function addUploadsToRequest(
  tx: Tx,
  files: readonly UploadJoin[],
  { submissionId, leadId, now }: { submissionId: number | null; leadId: number; now: number },
): Promise<{ added: string[]; missing: string[] }> {
  const ids = files.map(({ uploadId }) => uploadId);
  const freeCondition = and(
    inArray(uploads.id, ids),
    inArray(uploads.kind, uploadKinds),
    eq(uploads.state, 'arrived'),
    isNull(uploads.draftId),
    ne(uploads.verdict, 'infected'),
  );
  const requestedIds = sql`(select id from requested_documents where lead_id = ${leadId})`;
  const requestCondition = sql`(submission_id = ${submissionId} or requested_document_id in ${requestedIds})`;
  await checkUploadQuota(tx, sql`${requestCondition} or ${freeCondition}`);
  const joinedUploads = await tx
    .update(uploads)
    .set({ state: 'kept', submissionId, addedAt: now, sender: null, linkEndsAt: now + LINK_MS })
    .where(freeCondition)
    .returning({ id: uploads.id });
  for (const { uploadId, requestedDocumentId, title, vaultOf } of files) {
    if (!joinedUploads.some(({ id }) => id === uploadId)) continue;
    const named = { title, ...(requestedDocumentId && { requestedDocumentId, vaultOf }) };
    if (title || requestedDocumentId)
      await tx.update(uploads).set(named).where(eq(uploads.id, uploadId));
  }
  const existing = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(inArray(uploads.id, ids), requestCondition));
  return {
    added: joinedUploads.map(({ id }) => id),
    missing: ids.filter((id) => !existing.some((row) => row.id === id)),
  };
}

export async function endFileLinks(tx: Tx, ids: string[], now: number): Promise<void> {
  const openLinksCondition = and(inArray(uploads.id, ids), gt(uploads.linkEndsAt, now));
  await tx.update(uploads).set({ linkEndsAt: now }).where(openLinksCondition);
}

/** Takes a file out of its request. The sweeper deletes it later. Requires a transaction. */
export async function withdrawUpload(tx: Tx, id: string): Promise<void> {
  const removing = { state: 'removing', vaultOf: null } as const;
  await tx
    .update(uploads)
    .set(removing)
    .where(and(eq(uploads.id, id), eq(uploads.state, 'kept')));
}

/** Reserves an uploaded file for a draft. The sweeper keeps it while the draft exists. */
export async function holdUpload(tx: Tx, id: string, draftId: string): Promise<boolean> {
  const updated = await tx
    .update(uploads)
    .set({ draftId })
    .where(and(eq(uploads.id, id), eq(uploads.state, 'arrived')))
    .returning({ id: uploads.id });
  return updated.length === 1;
}

/** Releases a file that was replaced or removed in a draft. The sweeper deletes it later. */
export async function releaseUpload(tx: Tx, id: string, draftId: string): Promise<void> {
  await tx
    .update(uploads)
    .set({ draftId: null })
    .where(and(eq(uploads.id, id), eq(uploads.draftId, draftId)));
}

/**
 * Marks the document of an issued guarantee as kept. Returns false if it is gone, was used or is
 * dangerous. Requires a transaction.
 */
export async function markGuaranteeKept(
  tx: Tx,
  id: string,
  { submissionId, now }: { submissionId: number | null; now: number },
): Promise<boolean> {
  const keptUploads = await tx
    .update(uploads)
    .set({ state: 'kept', submissionId, sender: null, linkEndsAt: now })
    .where(
      and(
        eq(uploads.id, id),
        eq(uploads.kind, 'garantia'),
        eq(uploads.state, 'arrived'),
        ne(uploads.verdict, 'infected'),
      ),
    )
    .returning({ id: uploads.id });
  return keptUploads.length > 0;
}

/** Marks files for the sweeper, which deletes them. Requires a transaction. */
export async function removeUploads(tx: Tx, condition: SQL | undefined): Promise<void> {
  await tx.update(uploads).set({ state: 'removing', fileName: '' }).where(condition);
}

/** Cancels the copy of a file to a vault. Returns false if there was none to cancel. */
export async function cancelVaultCopy(tx: Tx, id: string): Promise<boolean> {
  const cancelled = await tx
    .update(uploads)
    .set({ vaultOf: null })
    .where(and(eq(uploads.id, id), isNotNull(uploads.vaultOf)))
    .returning({ id: uploads.id });
  return cancelled.length > 0;
}
