import { sql } from 'drizzle-orm';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { recordView } from '#lib/domain/audit/writes.ts';
import { findLeadHolder } from '#lib/domain/requests/leads/reads/leads.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { uploadIdOf } from '#lib/domain/requests/submissions/stored-files.ts';
import { getLead, type Lead } from '#lib/domain/requests/team/reads/get-lead.ts';
import { idList, readLeadRows, type StoredLead } from '#lib/domain/requests/team/reads/rows.ts';
import { getKeptUpload, type Upload } from '#lib/domain/uploads/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/** Returns everything about a lead and audits that the advisor saw it. Throws `not_found`. */
export async function openLead(ctx: AdminCtx, id: number): Promise<Lead> {
  const lead = await getLead(id);
  await auditView(ctx, 'lead.seen-by-team', `lead:${id}`, lead.id);
  return lead;
}

/** Audits that the advisor saw new events of a lead on its open page. Throws `not_found`. */
export async function auditLeadNews(ctx: AdminCtx, id: number): Promise<void> {
  const [lead] = await readLeadRows(getDb().read, idList([id]));
  if (!lead) throw new AppError('not_found');
  await auditView(ctx, 'lead.seen-by-team', `lead:${id}`, lead.id);
}

/** Audits that the advisor saw a mail, as part of the lead or account that it concerns. */
export async function auditDelivery(
  ctx: AdminCtx,
  { leadId, accountId }: { leadId: number | null; accountId: string | null },
): Promise<void> {
  if (leadId !== null) return auditView(ctx, 'lead.seen-by-team', `lead:${leadId}`, leadId);
  const view = { action: 'account.seen-by-team', subject: `account:${accountId}` } as const;
  if (accountId) await recordView(ctx, { ...view, accountId });
}

/**
 * Finds a file by its kind or id. Throws `not_found`, and `conflict` until the file was scanned.
 */
export async function openLeadFile(
  ctx: AdminCtx,
  { id, file }: { id: number; file: string },
): Promise<Upload> {
  const [lead] = await readLeadRows(getDb().read, idList([id]));
  if (!lead) throw new AppError('not_found');
  const uploadId = await uploadOfLead(lead, file);
  const upload = await getKeptUpload(uploadId);
  await auditView(ctx, 'attachment.seen-by-team', `upload:${upload.id}`, lead.id);
  return upload;
}

async function uploadOfLead({ id, submissionId }: StoredLead, file: string) {
  if (submissionId === null) {
    const requestedCondition = sql`id = ${file} and requested_document_id in (
      select id from requested_documents where lead_id = ${id})`;
    return (await getDb().read.$count(uploads, requestedCondition)) > 0 ? file : undefined;
  }
  return uploadIdOf(await getGuaranteeRequest(submissionId), file);
}

async function auditView(ctx: AdminCtx, action: AuditAction, subject: string, leadId: number) {
  await recordView(ctx, { action, subject, accountId: await findLeadHolder(leadId) });
}
