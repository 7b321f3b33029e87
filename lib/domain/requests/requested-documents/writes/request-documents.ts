import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { addMailedLink } from '#lib/domain/links/writes.ts';
import { auditLeadEvent } from '#lib/domain/requests/conditions/writes.ts';
import { refuseConcurrent } from '#lib/domain/requests/leads/reads/concurrent-acts.ts';
import { isDecided, leadMailPartition } from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { assignIfFree } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { requestRefusals } from '#lib/domain/requests/requested-documents/copy.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import {
  documentsInStates,
  MAX_DAYS_TO_SEND,
  MAX_OWED_DOCUMENTS,
  REMINDER_DELAYS_MS,
} from '#lib/domain/requests/requested-documents/rules.ts';
import type { NewDocumentRequest } from '#lib/domain/requests/requested-documents/schema.ts';
import { requestPageLinkOf } from '#lib/domain/requests/requested-documents/view.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { requestedDocuments } from '#lib/platform/db/schema/requested-documents.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';

/**
 * Requests documents from the applicant in one mail. The new last day (`until`) also applies to
 * documents that were requested before and are missing. A repetition changes nothing. Throws
 * `not_found`, `validation_failed` if there are too many documents or the day is out of range, and
 * `conflict` if the lead is decided or somebody else acted after `lastEvent`.
 */
export async function requestDocuments(
  ctx: AdminCtx,
  leadId: number,
  request: NewDocumentRequest,
): Promise<void> {
  const { now, accountId: actor } = ctx;
  const { until, note } = request;
  await getDb().write(async (tx) => {
    const lead = await getLeadWithMissing(tx, leadId, now);
    const { outstanding } = lead;
    if (isDecided(lead.state)) throw conflict(requestRefusals.decided);
    const knownTitles = new Set(outstanding.map(({ title }) => title.toLowerCase()));
    const newDocuments = request.requestedDocuments.filter(
      ({ title }) => !knownTitles.has(title.toLowerCase()),
    );
    checkRequest(outstanding.length + newDocuments.length, until, isoDay(now));
    const isSame =
      newDocuments.length === 0 && outstanding.every((document) => document.until === until);
    if (isSame && (note ?? lead.note) === lead.note) return;
    await refuseConcurrent(tx, ctx, leadId, request.lastEvent);
    const dates = { until, requestedAt: now, remindAt: now + REMINDER_DELAYS_MS[0] };
    await tx.update(requestedDocuments).set(dates).where(documentsCondition(outstanding));
    for (const document of newDocuments)
      await tx.insert(requestedDocuments).values({ ...document, leadId, ...dates });
    const papers = [...outstanding, ...newDocuments].map(({ title }) => title);
    const event = { kind: 'papers', what: 'asked', papers, until, ...(note && { note }) } as const;
    await addLeadEvent(tx, { leadId, event, actor, at: now });
    const { kind, subject } = requestPageLinkOf(lead);
    const link = await findMailedLink(kind, subject);
    // The link has to stay open until the last day to send documents.
    if (!link || link.endsAt < endOfDay(until)) {
      await addMailedLink(tx, { kind, subject: String(subject), email: lead.email, now });
    }
    await consumeMailPoint(tx, { from: actor, to: lead.email, now });
    await mailRequestedDocuments(tx, { leadId, sender: actor }, now);
    await assignIfFree(tx, ctx, leadId);
    await auditLeadEvent(tx, ctx, lead, { action: 'papers.asked', actor });
  });
}

/** Revokes all requested documents that are missing. A repetition changes nothing. */
export async function revokeRequestedDocuments(
  ctx: AdminCtx,
  leadId: number,
  lastEvent?: number,
): Promise<void> {
  const { now, accountId: actor } = ctx;
  await getDb().write(async (tx) => {
    const lead = await getLeadWithMissing(tx, leadId, now);
    if (lead.outstanding.length === 0) return;
    await refuseConcurrent(tx, ctx, leadId, lastEvent);
    const ended = { revokedAt: now, remindAt: null };
    await tx.update(requestedDocuments).set(ended).where(documentsCondition(lead.outstanding));
    const papers = lead.outstanding.map(({ title }) => title);
    const event = { kind: 'papers', what: 'revoked', papers } as const;
    await addLeadEvent(tx, { leadId, event, actor, at: now });
    await auditLeadEvent(tx, ctx, lead, { action: 'papers.revoked', actor });
  });
}

async function getLeadWithMissing(tx: Tx, leadId: number, now: number) {
  const lead = await findLeadWithDocuments(leadId, tx);
  if (!lead) throw new AppError('not_found');
  return {
    ...lead,
    outstanding: documentsInStates(['missing', 'late'], lead.requestedDocuments, now),
  };
}

const documentsCondition = (documents: readonly { id: number }[]) =>
  inArray(
    requestedDocuments.id,
    documents.map(({ id }) => id),
  );

function checkRequest(count: number, until: string, today: string): void {
  const fields = {
    ...(count === 0 && { documentos: requestRefusals.none }),
    ...(count > MAX_OWED_DOCUMENTS && { documentos: requestRefusals.tooMany }),
    ...((until < today || until > addDays(today, MAX_DAYS_TO_SEND)) && {
      hasta: requestRefusals.when,
    }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
}

/**
 * Queues the mail about missing documents. `sender` is the advisor's account id; a reminder has
 * none.
 */
async function mailRequestedDocuments(
  tx: Tx,
  payload: { leadId: number; sender?: string },
  now: number,
) {
  const partition = leadMailPartition(payload.leadId);
  await enqueueDelivery(tx, { partition, kind: 'lead.papers-mail', payload, now });
}

/** Maximum number of leads per run of the timer. */
const BATCH_SIZE = 200;

/**
 * Sends the reminders that are due. People get two, after the delays in `REMINDER_DELAYS_MS`. If
 * both become due during an outage, only one mail is sent.
 */
export async function remindOfRequestedDocuments(now: number): Promise<void> {
  const { id, remindAt, requestedAt } = requestedDocuments;
  const dueCondition = lte(remindAt, now);
  const dueLeads = await getDb()
    .read.selectDistinct({ leadId: requestedDocuments.leadId })
    .from(requestedDocuments)
    .where(dueCondition)
    .limit(BATCH_SIZE);
  const secondReminderColumn = sql`case when ${requestedAt} > ${now - REMINDER_DELAYS_MS[1]} then ${requestedAt} + ${REMINDER_DELAYS_MS[1]} end`;
  for (const { leadId } of dueLeads) {
    await getDb().write(async (tx) => {
      const remindedRows = await tx
        .update(requestedDocuments)
        .set({ remindAt: secondReminderColumn })
        .where(and(eq(requestedDocuments.leadId, leadId), dueCondition))
        .returning({ id });
      const lead = await findLeadWithDocuments(leadId, tx);
      if (remindedRows.length === 0 || !lead || isDecided(lead.state)) return;
      if (documentsInStates(['missing'], lead.requestedDocuments, now).length > 0)
        await mailRequestedDocuments(tx, { leadId }, now);
    });
  }
}
