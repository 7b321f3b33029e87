import { inArray, sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { addMailedLink } from '#lib/domain/links/writes.ts';
import { assignIfFree } from '#lib/domain/requests/leads/assign-lead.ts';
import { refuseOvertaken } from '#lib/domain/requests/leads/overtaken.ts';
import { isDecided, leadMailLane } from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes.ts';
import { tell } from '#lib/domain/requests/offers/writes.ts';
import { refusals } from '#lib/domain/requests/requested-documents/copy.ts';
import { findAsked } from '#lib/domain/requests/requested-documents/reads.ts';
import {
  MAX_DAYS,
  MAX_MISSING,
  papersBy,
  REMIND_MS,
} from '#lib/domain/requests/requested-documents/rules.ts';
import type { NewPapers } from '#lib/domain/requests/requested-documents/schema.ts';
import { linkOf } from '#lib/domain/requests/requested-documents/view.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { askedPapers } from '#lib/platform/db/schema/papers.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { takeMail } from '#lib/platform/security/rate-limits.ts';

/**
 * Sends one mail with one last day for all that is missing. A repetition changes nothing. Throws
 * `not_found`; `conflict` once the request is decided; `validation_failed`.
 */
export async function askPapers(ctx: AdminCtx, leadId: number, asked: NewPapers): Promise<void> {
  const { now, accountId: actor } = ctx;
  const { until, note } = asked;
  await getDb().write(async (tx) => {
    const lead = await getWaited(tx, leadId, now);
    const { waited } = lead;
    if (isDecided(lead.state)) throw new AppError('conflict', { message: refusals.decided });
    const known = new Set(waited.map(({ title }) => title.toLowerCase()));
    const fresh = asked.papers.filter(({ title }) => !known.has(title.toLowerCase()));
    check(waited.length + fresh.length, until, isoDay(now));
    const isSame = fresh.length === 0 && waited.every((paper) => paper.until === until);
    if (isSame && (note ?? lead.note) === lead.note) return;
    await refuseOvertaken(tx, ctx, leadId, asked.lastEvent);
    const dates = { until, askedAt: now, remindAt: now + REMIND_MS[0] };
    await tx.update(askedPapers).set(dates).where(isOneOf(waited));
    for (const paper of fresh) await tx.insert(askedPapers).values({ ...paper, leadId, ...dates });
    const papers = [...waited, ...fresh].map(({ title }) => title);
    const event = { kind: 'papers', what: 'asked', papers, until, ...(note && { note }) } as const;
    await addLeadEvent(tx, { leadId, event, actor, at: now });
    const { kind, subject } = linkOf(lead);
    const link = await findMailedLink(kind, subject);
    // The link opens the page for as long as documents are accepted.
    if (!link || link.endsAt < endOfDay(until)) {
      await addMailedLink(tx, { kind, subject: String(subject), email: lead.email, now });
    }
    await takeMail(tx, { from: actor, to: lead.email, now });
    await mailPapers(tx, { leadId, sender: actor }, now);
    await assignIfFree(tx, ctx, leadId);
    await tell(tx, ctx, lead, { action: 'papers.asked', actor });
  });
}

/** Revokes all that is missing, which the page then shows. A repetition changes nothing. */
export async function revokePapers(
  ctx: AdminCtx,
  leadId: number,
  lastEvent?: number,
): Promise<void> {
  const { now, accountId: actor } = ctx;
  await getDb().write(async (tx) => {
    const lead = await getWaited(tx, leadId, now);
    if (lead.waited.length === 0) return;
    await refuseOvertaken(tx, ctx, leadId, lastEvent);
    const ended = { revokedAt: now, remindAt: null };
    await tx.update(askedPapers).set(ended).where(isOneOf(lead.waited));
    const papers = lead.waited.map(({ title }) => title);
    const event = { kind: 'papers', what: 'revoked', papers } as const;
    await addLeadEvent(tx, { leadId, event, actor, at: now });
    await tell(tx, ctx, lead, { action: 'papers.revoked', actor });
  });
}

async function getWaited(tx: Tx, leadId: number, now: number) {
  const lead = await findAsked(leadId, tx);
  if (!lead) throw new AppError('not_found');
  return { ...lead, waited: papersBy(['missing', 'late'], lead.papers, now) };
}

const isOneOf = (papers: readonly { id: number }[]) =>
  inArray(
    askedPapers.id,
    papers.map(({ id }) => id),
  );

function check(papers: number, until: string, today: string): void {
  const fields = {
    ...(papers === 0 && { documentos: refusals.none }),
    ...(papers > MAX_MISSING && { documentos: refusals.tooMany }),
    ...((until < today || until > addDays(today, MAX_DAYS)) && { hasta: refusals.when }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
}

/** A reminder has no sender. */
async function mailPapers(tx: Tx, payload: { leadId: number; sender?: string }, now: number) {
  const lane = leadMailLane(payload.leadId);
  await enqueueDelivery(tx, { lane, kind: 'lead.papers-mail', payload, now });
}

/** Maximum number of leads per round. The next round takes the rest. */
const BATCH = 200;

/** Reminds twice after the request. Missed reminders are not made up for. */
export async function remindPapers(now: number): Promise<void> {
  const due = await getDb().read.all<{ leadId: number }>(sql`select distinct lead_id as "leadId"
    from asked_papers where remind_at <= ${now} limit ${BATCH}`);
  for (const { leadId } of due) {
    await getDb().write(async (tx) => {
      const taken = await tx.all(sql`update asked_papers
        set remind_at = case when asked_at > ${now - REMIND_MS[1]} then asked_at + ${REMIND_MS[1]} end
        where lead_id = ${leadId} and remind_at <= ${now} returning id`);
      const lead = await findAsked(leadId, tx);
      if (taken.length === 0 || !lead || isDecided(lead.state)) return;
      if (papersBy(['missing'], lead.papers, now).length > 0) await mailPapers(tx, { leadId }, now);
    });
  }
}
