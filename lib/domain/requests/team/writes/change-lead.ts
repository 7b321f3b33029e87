import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { refuseConcurrent } from '#lib/domain/requests/leads/reads/concurrent-acts.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import {
  type Assignee,
  assignIfFree,
  recordAssignment,
  type UndoMark,
} from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { teamStateCopy } from '#lib/domain/requests/team/copy.ts';
import { findAdvisor } from '#lib/domain/requests/team/reads/find-advisor.ts';
import { getOpenLeadState } from '#lib/domain/requests/team/reads/get-lead.ts';
import { auditNote } from '#lib/domain/requests/team/writes/audit-note.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

// Functions with a `Basis` throw `conflict` if the state is not `from` or somebody acted after
// `lastEvent`, and `not_found` for unknown and erased leads. They also save `note`. A repetition
// changes nothing.

type Basis = {
  from?: RequestState | undefined;
  lastEvent?: number | undefined;
  note?: string | undefined;
};

/** Marks a lead as handled or opens it again. A refused request then returns to its first state. */
export async function setHandled(
  ctx: AdminCtx,
  id: number,
  { isHandled, from, lastEvent, note }: Basis & { isHandled: boolean },
): Promise<void> {
  const { accountId: actor, now } = ctx;
  await getDb().write(async (tx) => {
    const { state } = await getOpenLeadState(tx, id);
    refuseStale(state, from);
    await refuseConcurrent(tx, ctx, id, lastEvent);
    await addNoteAndAssign(tx, ctx, id, note);
    if (isHandled || state !== 'rechazada') return markHandled(tx, ctx, id, { isHandled });
    const change = { leadId: id, to: 'recibida', actor, at: now, now, origin: ctx } as const;
    await changeRequestState(tx, change);
  });
}

function refuseStale(state: RequestState, ...knownStates: (RequestState | undefined)[]): void {
  if (knownStates[0] === undefined || knownStates.includes(state)) return;
  const message = `Mientras tanto pasó a «${teamStateCopy[state]}», y así la dejamos. Mira su historia antes de cambiarla.`;
  throw conflict(message);
}

export async function markHandled(
  tx: Tx,
  ctx: AdminCtx,
  id: number,
  { isHandled }: { isHandled: boolean },
): Promise<boolean> {
  const changed = await tx
    .update(leads)
    .set({ handledAt: isHandled ? ctx.now : null })
    .where(and(eq(leads.id, id), (isHandled ? isNull : isNotNull)(leads.handledAt)))
    .returning({ id: leads.id });
  if (changed.length > 0)
    await addActorEvent(tx, ctx, id, { kind: isHandled ? 'handled' : 'reopened' });
  return changed.length > 0;
}

/**
 * Assigns a lead to the account id of an admin, or to nobody (null). Refuses any other id in the
 * field `assignedTo`.
 */
export async function assignLead(
  ctx: AdminCtx,
  id: number,
  advisorId: string | null,
  { note, lastEvent }: Pick<Basis, 'note' | 'lastEvent'> = {},
): Promise<void> {
  await getDb().write(async (tx) => {
    await getOpenLeadState(tx, id);
    await refuseConcurrent(tx, ctx, id, lastEvent);
    const advisor = await findAdvisor(tx, advisorId);
    if (note) await addNoteOnce(tx, ctx, id, note);
    await assignTo(tx, ctx, id, advisor);
  });
}

export async function assignTo(
  tx: Tx,
  ctx: AdminCtx,
  id: number,
  advisor: Assignee | null,
  mark?: UndoMark,
): Promise<boolean> {
  const accountId = advisor?.id ?? null;
  const changed = await tx
    .update(leads)
    .set({ assignedTo: accountId })
    .where(and(eq(leads.id, id), sql`assigned_to is not ${accountId}`))
    .returning({ id: leads.id });
  if (changed.length > 0) await recordAssignment(tx, ctx, id, advisor, mark);
  return changed.length > 0;
}

/** Reverses `assignIfFree`: unassigns the lead if this advisor has it. */
export async function unassignOwn(tx: Tx, ctx: AdminCtx, id: number): Promise<void> {
  const unassignedRows = await tx
    .update(leads)
    .set({ assignedTo: null })
    .where(and(eq(leads.id, id), eq(leads.assignedTo, ctx.accountId)))
    .returning({ id: leads.id });
  if (unassignedRows.length > 0) await recordAssignment(tx, ctx, id, null, { isUndo: true });
}

/**
 * Changes a request's state and mails the reason to the applicant. Throws `not_found` also for a
 * lead that is not a request, and `conflict` for `emitida` while a guarantee has no record.
 */
export async function changeState(
  ctx: AdminCtx,
  id: number,
  { to, reason, from, lastEvent, note }: Basis & { to: RequestState; reason?: string | undefined },
): Promise<void> {
  const { accountId: actor, now } = ctx;
  await getDb().write(async (tx) => {
    if (from || lastEvent !== undefined) {
      const { state } = await getOpenLeadState(tx, id);
      refuseStale(state, from, to);
      const isRepeated = state === to && (!reason || (await wasMoved(tx, id, { to, reason })));
      if (!isRepeated) await refuseConcurrent(tx, ctx, id, lastEvent);
    }
    await addNoteAndAssign(tx, ctx, id, note);
    if (to === 'emitida' && (await lacksRecords(tx, id))) {
      throw conflict(unrecordedText);
    }
    const isMoved = await changeRequestState(tx, {
      leadId: id,
      to,
      actor,
      at: now,
      now,
      origin: ctx,
      reason,
    });
    if (isMoved) await assignIfFree(tx, ctx, id);
    if (reason && (to === 'recibida' || !(isMoved || (await wasMoved(tx, id, { to, reason }))))) {
      throw unsentReasonError();
    }
  });
}

/** Returns whether a guarantee of a request that is not `emitida` lacks a valid record. */
export async function lacksRecords(tx: Tx, leadId: number): Promise<boolean> {
  const condition = sql`id = ${leadId} and state <> 'emitida' and exists (select 1
    from submissions s where s.id = leads.submission_id
      and json_array_length(s.answers, '$.garantias') > (select count(*) from issued_guarantees
        where submission_id = s.id and (reported is null or reported <> 'anulada')))`;
  return (await tx.$count(leads, condition)) > 0;
}

const unrecordedText =
  'Para dejarla emitida, registra la emisión de cada garantía: con la última cambia sola.';
export const unsentReasonError = () =>
  new AppError('validation_failed', {
    fields: {
      reason: 'El motivo viaja con un estado nuevo. Elige otro estado, o escríbele en Responder.',
    },
  });

/** Returns whether the last change was the same, for example because of a double click. */
async function wasMoved(tx: Tx, id: number, change: { to: RequestState; reason: string }) {
  const [last] = await tx
    .select({ detail: leadEvents.detail })
    .from(leadEvents)
    .where(and(eq(leadEvents.leadId, id), eq(leadEvents.kind, 'state')))
    .orderBy(desc(leadEvents.id))
    .limit(1);
  return last?.detail.to === change.to && last.detail.reason === change.reason;
}

export async function addNote(ctx: AdminCtx, id: number, text: string): Promise<void> {
  await getDb().write((tx) => addNoteAndAssign(tx, ctx, id, text));
}

/** An equal note within this time counts as a double click. */
const DOUBLE_CLICK_MS = MINUTE;

/** Adds a note, unless it is empty or a repetition. Throws `not_found` for an erased lead too. */
export async function addNoteAndAssign(
  tx: Tx,
  ctx: AdminCtx,
  leadId: number,
  text: string | undefined,
): Promise<void> {
  if (!text) return;
  await addNoteOnce(tx, ctx, leadId, text);
  await assignIfFree(tx, ctx, leadId);
}

async function addNoteOnce(tx: Tx, ctx: AdminCtx, leadId: number, text: string): Promise<void> {
  await getOpenLeadState(tx, leadId);
  const [last] = await tx
    .select({ detail: leadEvents.detail, at: leadEvents.at })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.leadId, leadId),
        eq(leadEvents.kind, 'note'),
        eq(leadEvents.actor, ctx.accountId),
      ),
    )
    .orderBy(desc(leadEvents.id))
    .limit(1);
  const isRepeat = last?.detail.text === text && Math.abs(ctx.now - last.at) < DOUBLE_CLICK_MS;
  if (isRepeat) return;
  await addActorEvent(tx, ctx, leadId, { kind: 'note', text });
  await auditNote(tx, ctx, leadId, 'lead.noted');
}

async function addActorEvent(
  tx: Tx,
  ctx: AdminCtx,
  leadId: number,
  event: LeadEvent,
): Promise<void> {
  await addLeadEvent(tx, { leadId, event, actor: ctx.accountId, at: ctx.now });
}
