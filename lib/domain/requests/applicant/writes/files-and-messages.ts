import { audit } from '#lib/domain/audit/writes.ts';
import { listRecordsOfRequest } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { openRequest, type RequestAccess } from '#lib/domain/links/request-access.ts';
import { endLinks, mailNewLink } from '#lib/domain/links/writes.ts';
import { staysWithTeamText } from '#lib/domain/requests/applicant/copy.ts';
import {
  getLinkedRequest,
  getOpenLead,
  getOwnRequest,
} from '#lib/domain/requests/applicant/reads.ts';
import { mayWithdraw } from '#lib/domain/requests/applicant/rules.ts';
import {
  isRepeatedAddition,
  recordAddition,
} from '#lib/domain/requests/applicant/writes/record-addition.ts';
import { auditLeadEvent } from '#lib/domain/requests/conditions/writes.ts';
import { findLeadHolder } from '#lib/domain/requests/leads/reads/leads.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { requestRefusals } from '#lib/domain/requests/requested-documents/copy.ts';
import {
  findLeadWithDocuments,
  type RequestWithDocuments,
} from '#lib/domain/requests/requested-documents/reads.ts';
import { attachmentLabels } from '#lib/domain/requests/submissions/copy.ts';
import { listFileIds } from '#lib/domain/requests/submissions/stored-files.ts';
import { missingFileText } from '#lib/domain/requests/submissions/writes.ts';
import { findUpload } from '#lib/domain/uploads/reads.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import {
  addUploadsToRequest,
  endFileLinks,
  withdrawUpload,
} from '#lib/domain/uploads/writes/keep-uploads.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/idempotency.ts';
import { requestedDocuments } from '#lib/platform/db/schema/requested-documents.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Ends every link that opens the request without a login. Throws `not_found`. */
export async function closeRequestLinks(ctx: SignedInCtx, id: number): Promise<void> {
  const request = await getOwnRequest(ctx, id);
  await getDb().write(async (tx) => {
    await endLinks(tx, 'receipt', String(id), ctx.now);
    for (const { number } of await listRecordsOfRequest(id, tx)) {
      await endLinks(tx, 'issued', String(number), ctx.now);
    }
    await endFileLinks(tx, listFileIds(request), ctx.now);
    const event = { accountId: ctx.holderId, subject: String(id) };
    await audit(tx, ctx, { ...event, action: 'request.links-closed' });
  });
}

/**
 * Mails a new link to the receipt of an own request. Throws `not_found`, and `rate_limited` after
 * three mails in a day.
 */
export async function mailRequestLink(ctx: SignedInCtx, id: number): Promise<void> {
  await getOwnRequest(ctx, id);
  await mailNewLink(ctx, 'receipt', String(id));
}

/**
 * A file to add to a lead. `requestedDocumentId` is the requested document for which it is sent.
 * `isOwn` marks a copy from the vault.
 */
export type SentFile = {
  uploadId: string;
  kind: UploadKind;
  fileName: string;
  size: number;
  field: string;
  requestedDocumentId: number | undefined;
  title?: string | undefined;
  isOwn: boolean;
};

type FileForm = {
  files: readonly SentFile[];
  viewId: string | undefined;
};

/**
 * Adds files to a lead and notifies the team and the CRM. The same files are ignored if the page
 * view `viewId` sends them again.
 */
export async function addFiles(
  ctx: RequestCtx,
  entry: RequestAccess,
  { files, viewId }: FileForm,
): Promise<void> {
  const { now } = ctx;
  const sentFiles = files.map(({ field, fileName, size }) => ({ field, fileName, size }));
  const key = repetitionOf(entry.kind, { view: viewId, sent: sentFiles })?.bodyHash;
  await getDb().write(async (tx) => {
    const lead = await getOpenLead(entry, now, tx);
    const { leadId, submissionId, requestedDocuments: documents } = lead;
    if (await isRepeatedAddition(tx, leadId, key)) return;
    const isOver = files.some(({ requestedDocumentId: id }) => id && lead.over.includes(id));
    if (isOver) throw conflict(requestRefusals.over);
    // Files are copied to a vault only if the sender proved that the e-mail is theirs.
    const vaultHolderId = lead.isProved ? await findLeadHolder(leadId, tx) : null;
    const unaskedId =
      submissionId === null && files.some(({ requestedDocumentId }) => !requestedDocumentId)
        ? await findOrAddUnaskedId(tx, lead, now)
        : undefined;
    const newUploads = files.map(({ requestedDocumentId = unaskedId, ...file }) => {
      const isFiled = !file.isOwn && requestedDocumentId !== unaskedId;
      return { ...file, requestedDocumentId, vaultOf: isFiled ? vaultHolderId : null };
    });
    const { added: addedIds, missing: missingIds } = await addUploadsToRequest(tx, newUploads, {
      submissionId,
      leadId,
      now,
    });
    const removed = files.find(({ uploadId }) => missingIds.includes(uploadId));
    if (removed)
      throw new AppError('validation_failed', { fields: { [removed.field]: missingFileText } });
    const newFiles = files
      .filter(({ uploadId }) => addedIds.includes(uploadId))
      .map(({ kind, fileName, size, requestedDocumentId, title }) => {
        const paper = documents.find(({ id }) => id === requestedDocumentId)?.title ?? title;
        return { kind, fileName, size, paper };
      });
    if (newFiles.length === 0) return;
    const event = {
      kind: 'files',
      files: newFiles,
      ...(lead.isProved && { isProved: true as const }),
    } as const;
    await recordAddition(tx, ctx, entry, { ...lead, event, key });
  });
}

/**
 * Returns the id of the row that holds the unrequested files of a message, and adds the row if it
 * is missing. Requires a transaction.
 */
async function findOrAddUnaskedId(
  tx: Tx,
  { leadId, requestedDocuments: existing }: RequestWithDocuments,
  now: number,
): Promise<number> {
  const previousRow = existing.find(({ isUnrequested }) => isUnrequested);
  if (previousRow) return previousRow.id;
  const title = attachmentLabels.adicional;
  const dates = { until: isoDay(now), requestedAt: now, revokedAt: now };
  const [row] = await tx
    .insert(requestedDocuments)
    .values({ leadId, title, ...dates, isUnrequested: true })
    .returning({ id: requestedDocuments.id });
  if (!row) throw new Error('no row was inserted');
  return row.id;
}

/**
 * Takes back a file that the applicant added after sending the request. A repetition changes
 * nothing. Throws `not_found`, and `conflict` once the team has answered or decided.
 */
export async function withdrawFile(ctx: SignedInCtx, id: number, fileId: string): Promise<void> {
  const { now, accountId: actor } = ctx;
  await getOwnRequest(ctx, id);
  await getDb().write(async (tx) => {
    const { leadId } = await openRequest({ kind: 'own', user: ctx, id }, now, tx);
    const request = await getLinkedRequest(id, tx);
    const file = request.files.find((keptFile) => keptFile.id === fileId);
    if (!file && (await findUpload(fileId))?.submissionId === id) return;
    if (!file) throw new AppError('not_found');
    if (!mayWithdraw(file, request)) throw conflict(staysWithTeamText);
    await withdrawUpload(tx, fileId);
    const { fileName, requestedTitle } = file;
    const event = {
      kind: 'withdrawn',
      fileName,
      ...(requestedTitle && { paper: requestedTitle }),
    } as const;
    await addLeadEvent(tx, { leadId, event, actor, at: now });
    await auditLeadEvent(tx, ctx, { leadId }, { action: 'request.file-withdrawn', actor });
  });
}

/**
 * Adds a message to a lead and notifies the team and the CRM. The same text is ignored if the page
 * view `viewId` sends it again.
 */
export async function sendMessage(
  ctx: RequestCtx,
  entry: RequestAccess,
  { text, viewId }: { text: string; viewId: string },
): Promise<void> {
  const key = repetitionOf(entry.kind, { view: viewId, text })?.bodyHash;
  await getDb().write(async (tx) => {
    const lead = await findLeadWithDocuments((await openRequest(entry, ctx.now, tx)).leadId, tx);
    if (!lead) throw new AppError('not_found');
    if (await isRepeatedAddition(tx, lead.leadId, key)) return;
    await recordAddition(tx, ctx, entry, { ...lead, event: { kind: 'message', text }, key });
  });
}
