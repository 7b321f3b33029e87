import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { parsePayload } from '#lib/domain/deliveries/schema.ts';
import {
  enqueueDelivery,
  oldestUnsentPayload,
  withdrawDeliveries,
} from '#lib/domain/deliveries/writes/queue.ts';
import { findLeadHolder } from '#lib/domain/requests/leads/reads/leads.ts';
import { leadMailPartition } from '#lib/domain/requests/leads/rules.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { startTenderWatch } from '#lib/domain/requests/leads/writes/tenders.ts';
import { updatePending } from '#lib/domain/requests/leads/writes/update-pending.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

type StateChange = {
  leadId: number;
  to: RequestState;
  /** Account id of an admin, or `crm`. */
  actor: string;
  /** Time of the change (ms), by the actor's clock. A time after `now` counts as now. */
  at: number;
  now: number;
  /** The admin's HTTP request, for the audit trail. Events of the CRM have none. */
  origin?: Pick<AuditOrigin, 'requestId' | 'ip'>;
  reason?: string | undefined;
  /** No mail is sent, because another mail of the same transaction reports the state. */
  isSilent?: boolean;
  /**
   * True if the applicant cancelled. This is shown and mailed at once, because it needs no time for
   * corrections.
   */
  isCancelled?: true;
  /** An advisor undoes an earlier change. */
  isUndo?: true;
};

/**
 * Changes the state of a lead. Events may arrive in any order, so one that is older than the
 * present state is ignored. Returns whether the state changed. Throws `not_found`.
 */
export async function changeRequestState(
  tx: Tx,
  {
    leadId,
    to,
    actor,
    reason,
    isSilent,
    isCancelled,
    isUndo,
    now,
    origin = crmOrigin,
    ...given
  }: StateChange,
): Promise<boolean> {
  const at = Math.min(given.at, now);
  const requestCondition = and(
    eq(leads.id, leadId),
    eq(leads.kind, 'garantia'),
    isNull(leads.erasedAt),
  );
  const [storedLead] = await tx
    .select({
      state: leads.state,
      stateAt: leads.stateAt,
      crmIssuedAt: leads.crmIssuedAt,
      tenderId: leads.tenderId,
      unsent: oldestUnsentPayload(leadMailPartition(leadId), STATE_MAIL),
    })
    .from(leads)
    .where(requestCondition)
    .limit(1);
  if (!storedLead) throw new AppError('not_found');
  if (isOlder({ to, at, actor }, storedLead)) return false;
  const crmIssuedAt = isIssueAwaited({ to, at, actor }, storedLead) ? storedLead.crmIssuedAt : null;
  const isChanged = to !== storedLead.state || crmIssuedAt !== storedLead.crmIssuedAt;
  // A repeated state still updates `state_at`. A new state also marks the request as handled.
  const firstHandledAt = sql`coalesce(handled_at, ${now})`;
  const nextHandledAt = crmIssuedAt === null || to === 'emitida' ? firstHandledAt : sql`handled_at`;
  const handledAt = to === 'recibida' ? null : nextHandledAt;
  const changedColumns = { state: to, stateAt: at, crmIssuedAt, ...(isChanged && { handledAt }) };
  await tx.update(leads).set(changedColumns).where(requestCondition);
  // The sweeper deletes tenders that only decided requests name, so this tender may have to be
  // added again.
  await startTenderWatch(tx, storedLead.tenderId);
  if (to === storedLead.state) return false;
  const marks = { ...(isCancelled && { isCancelled }), ...(isUndo && { isUndo }) };
  const details = { ...(reason && { reason }), ...marks };
  const event: LeadEvent = { kind: 'state', from: storedLead.state, to, ...details };
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at });
  const accountId = await findLeadHolder(leadId, tx);
  const subject = `lead:${leadId}`;
  await audit(tx, { ...origin, now }, { accountId, actor, action: 'lead.state-changed', subject });
  if (!isSilent)
    await announceState(tx, { leadId, eventId, event, unsent: storedLead.unsent, now });
  return true;
}

const crmOrigin = { requestId: 'crm', ip: '' };

const STATE_MAIL = 'lead.state-mail' as const;
/** The delay before an applicant is notified of a state, so that mistakes can be corrected. */
const STATE_MAIL_DELAY_MS = MINUTE;

type Announcement = {
  leadId: number;
  eventId: number;
  event: { from: RequestState; to: RequestState; reason?: string; isCancelled?: true };
  unsent: object | null;
  now: number;
};

/**
 * Queues the mail about a state. It replaces one that is still delayed. Queues none if the
 * applicant knows the state.
 */
async function announceState(tx: Tx, announcement: Announcement): Promise<void> {
  const { leadId, eventId, event, unsent, now } = announcement;
  const mail = { partition: leadMailPartition(leadId), kind: STATE_MAIL, now };
  const news = unsent === null ? null : parsePayload(STATE_MAIL, unsent);
  if (news) await withdrawDeliveries(tx, mail);
  const wasCorrected = news !== null && (await hideState(tx, news.eventId, now));
  const notifiedState = news?.told ?? event.from;
  if (event.to === notifiedState && !event.reason) {
    if (wasCorrected && (await hideState(tx, eventId, now))) {
      await updatePending(tx, eq(leads.id, leadId), now);
    }
    return;
  }
  const delay = event.isCancelled ? {} : { notBefore: now + STATE_MAIL_DELAY_MS };
  await enqueueDelivery(tx, { ...mail, payload: { eventId, told: notifiedState }, ...delay });
}

/**
 * Hides a change of state from the applicant if its mail is still delayed. Returns whether it did.
 */
async function hideState(tx: Tx, eventId: number, now: number): Promise<boolean> {
  const { id, at, detail } = leadEvents;
  const hiddenRows = await tx
    .update(leadEvents)
    .set({ detail: sql`json_set(${detail}, '$.hidden', json('true'))` })
    .where(and(eq(id, eventId), gt(at, now - STATE_MAIL_DELAY_MS)))
    .returning({ id });
  return hiddenRows.length > 0;
}

type StateTarget = Pick<StateChange, 'to' | 'at' | 'actor'>;

/**
 * Returns whether the CRM reported `emitida` and records are still missing. A later state may
 * revoke that report.
 */
function isIssueAwaited(
  { to, at, actor }: StateTarget,
  stored: { crmIssuedAt: number | null },
): boolean {
  const isEnd = to === 'rechazada' || (actor === 'crm' && to !== 'emitida');
  return !(isEnd && at > (stored.crmIssuedAt ?? 0));
}

/**
 * Returns whether a change is older than the stored state. If two CRM events have the same
 * millisecond, the order of `requestStates` decides.
 */
function isOlder(
  move: StateTarget,
  stored: { state: RequestState; stateAt: number | null },
): boolean {
  if (stored.stateAt === null || move.at > stored.stateAt) return false;
  if (move.at < stored.stateAt) return true;
  return (
    move.actor === 'crm' && requestStates.indexOf(move.to) < requestStates.indexOf(stored.state)
  );
}
