import { sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { parsePayload } from '#lib/domain/deliveries/schema.ts';
import { enqueueDelivery, withdrawDeliveries } from '#lib/domain/deliveries/writes/queue.ts';
import { listOfRequest } from '#lib/domain/issued-guarantees/reads.ts';
import { actorOf, openRequest, type RequestAccess } from '#lib/domain/links/entries.ts';
import { endLinks, mailNewLink } from '#lib/domain/links/writes.ts';
import { staysWithTeam } from '#lib/domain/requests/applicant/copy.ts';
import {
  getLinkedRequest,
  getOpenLead,
  getOwnRequest,
} from '#lib/domain/requests/applicant/reads.ts';
import { canWithdraw } from '#lib/domain/requests/applicant/rules.ts';
import { auditLeadEvent } from '#lib/domain/requests/conditions/writes.ts';
import { findLeadHolder } from '#lib/domain/requests/leads/reads.ts';
import { leadAddedPartition, leadTeamPartition } from '#lib/domain/requests/leads/rules.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { refusals } from '#lib/domain/requests/requested-documents/copy.ts';
import {
  findRequested,
  type RequestWithDocuments,
} from '#lib/domain/requests/requested-documents/reads.ts';
import { attachmentLabels } from '#lib/domain/requests/submissions/copy.ts';
import { fileIds } from '#lib/domain/requests/submissions/view.ts';
import { missingFile } from '#lib/domain/requests/submissions/writes.ts';
import { findUpload } from '#lib/domain/uploads/reads.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { addKept, endFileLinks, withdrawKept } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/idempotency.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { requestedDocuments } from '#lib/platform/db/schema/requested-documents.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

/** Ends every link that opens the request without a login. Throws `not_found`. */
export async function closeLinks(ctx: SignedInCtx, id: number): Promise<void> {
  const request = await getOwnRequest(ctx, id);
  await getDb().write(async (tx) => {
    await endLinks(tx, 'receipt', String(id), ctx.now);
    for (const { number } of await listOfRequest(id, tx)) {
      await endLinks(tx, 'issued', String(number), ctx.now);
    }
    await endFileLinks(tx, fileIds(request), ctx.now);
    const event = { accountId: ctx.holderId, subject: String(id) };
    await audit(tx, ctx, { ...event, action: 'request.links-closed' });
  });
}

/**
 * Mails a new link to the receipt of an own request. Throws `not_found`, and `rate_limited` after
 * three mails in a day.
 */
export async function mailLink(ctx: SignedInCtx, id: number): Promise<void> {
  await getOwnRequest(ctx, id);
  await mailNewLink(ctx, 'receipt', String(id));
}

/**
 * A file to add to a lead. `requestedDocumentId` is the requested document that it answers. `isOwn`
 * marks a copy from the vault.
 */
type AddedFile = {
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
  files: readonly AddedFile[];
  viewId: string | undefined;
};

/**
 * Adds files to a lead and notifies the team and the CRM. The same files sent again from the page
 * view `viewId` are ignored.
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
    const { leadId, submissionId, requestedDocuments: requested } = lead;
    if (await isKnown(tx, leadId, key)) return;
    if (
      files.some(
        ({ requestedDocumentId }) => requestedDocumentId && lead.over.includes(requestedDocumentId),
      )
    ) {
      throw new AppError('conflict', { message: refusals.over });
    }
    // Files are copied to a vault only if the sender proved its e-mail address.
    const vaultOf = lead.isProved ? await findLeadHolder(leadId, tx) : null;
    const unaskedId =
      submissionId === null && files.some(({ requestedDocumentId }) => !requestedDocumentId)
        ? await getUnaskedId(tx, lead, now)
        : undefined;
    const joining = files.map(({ requestedDocumentId = unaskedId, ...file }) => {
      const isFiled = !file.isOwn && requestedDocumentId !== unaskedId;
      return { ...file, requestedDocumentId, vaultOf: isFiled ? vaultOf : null };
    });
    const { added, missing } = await addKept(tx, joining, { submissionId, leadId, now });
    const removed = files.find(({ uploadId }) => missing.includes(uploadId));
    if (removed)
      throw new AppError('validation_failed', { fields: { [removed.field]: missingFile } });
    const fresh = files
      .filter(({ uploadId }) => added.includes(uploadId))
      .map(({ kind, fileName, size, requestedDocumentId, title }) => {
        const paper = requested.find(({ id }) => id === requestedDocumentId)?.title ?? title;
        return { kind, fileName, size, paper };
      });
    if (fresh.length === 0) return;
    await addNews(tx, ctx, entry, { ...lead, event: { kind: 'files', files: fresh }, key });
  });
}

/**
 * Returns the id of the row that holds a message's files that nobody requested, and adds that row
 * if it is missing. Requires a transaction.
 */
async function getUnaskedId(
  tx: Tx,
  { leadId, requestedDocuments: existing }: RequestWithDocuments,
  now: number,
): Promise<number> {
  const formerRow = existing.find(({ isUnasked }) => isUnasked);
  if (formerRow) return formerRow.id;
  const title = attachmentLabels.adicional;
  const dates = { until: isoDay(now), requestedAt: now, revokedAt: now };
  const [row] = await tx
    .insert(requestedDocuments)
    .values({ leadId, title, ...dates, isUnasked: true })
    .returning({ id: requestedDocuments.id });
  if (!row) throw new Error('no row was inserted');
  return row.id;
}

/**
 * Takes back a file of an own request that was added after it was sent. A repetition changes
 * nothing. Throws `not_found`, and `conflict` once the team answered or decided.
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
    if (!canWithdraw(file, request)) throw new AppError('conflict', { message: staysWithTeam });
    await withdrawKept(tx, fileId);
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

type News = {
  leadId: number;
  email: string;
  event: Extract<LeadEvent, { kind: 'files' | 'message' }>;
  key: string | undefined;
};

/**
 * Adds a message to a lead and notifies the team and the CRM. The same text sent again from the
 * page view `viewId` is ignored.
 */
export async function sendMessage(
  ctx: RequestCtx,
  entry: RequestAccess,
  { text, viewId }: { text: string; viewId: string },
): Promise<void> {
  const key = repetitionOf(entry.kind, { view: viewId, text })?.bodyHash;
  await getDb().write(async (tx) => {
    const lead = await findRequested((await openRequest(entry, ctx.now, tx)).leadId, tx);
    if (!lead) throw new AppError('not_found');
    if (await isKnown(tx, lead.leadId, key)) return;
    await addNews(tx, ctx, entry, { ...lead, event: { kind: 'message', text }, key });
  });
}

const actions = { files: 'request.files-added', message: 'request.message-sent' } as const;

export async function addNews(
  tx: Tx,
  ctx: RequestCtx,
  entry: RequestAccess,
  { event, key, ...lead }: News,
): Promise<void> {
  const { leadId } = lead;
  const { now } = ctx;
  const actor = actorOf(entry);
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now }, key);
  await noteInCrm(tx, { leadId, eventId, now });
  await queueNewsMails(tx, { leadId, email: lead.email, eventId, now });
  await auditLeadEvent(tx, ctx, lead, { action: actions[event.kind], actor });
}

export async function isKnown(tx: Tx, leadId: number, key: string | undefined): Promise<boolean> {
  const condition = sql`lead_id = ${leadId} and kind in ('files', 'message')
    and detail ->> '$.key' = ${key}`;
  return (await tx.$count(leadEvents, condition)) > 0;
}

/** Delay of the mails about an addition, so that several messages and files make one mail. */
const NEWS_MAIL_DELAY_MS = MINUTE;

type Addition = { leadId: number; email: string; eventId: number; now: number };

/** Queues a mail to the team, and one to the sender if the mailbox is within its hourly limit. */
async function queueNewsMails(tx: Tx, { leadId, email, eventId, now }: Addition): Promise<void> {
  const mails = [
    { kind: 'lead.files-mail', partition: leadTeamPartition(leadId) },
    { kind: 'lead.added-mail', partition: leadAddedPartition(leadId) },
  ] as const;
  for (const mail of mails) {
    const payloads = await withdrawDeliveries(tx, { ...mail, now });
    const unsent = payloads.flatMap((payload) => parsePayload(mail.kind, payload).eventIds);
    if (mail.kind === 'lead.added-mail' && unsent.length === 0) {
      const points = consumeMailPoint(tx, { from: 'guests', to: email, now });
      if (!(await tryConsume(points))) continue;
    }
    const payload = { leadId, eventIds: [...unsent, eventId] };
    await enqueueDelivery(tx, { ...mail, payload, now, notBefore: now + NEWS_MAIL_DELAY_MS });
  }
}
