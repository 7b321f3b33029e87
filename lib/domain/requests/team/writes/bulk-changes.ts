import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { assignIfFree, type UndoMark } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { findAdvisor } from '#lib/domain/requests/team/reads/find-advisor.ts';
import { idList, type StoredLead } from '#lib/domain/requests/team/reads/rows.ts';
import {
  assignTo,
  lacksRecords,
  markHandled,
  unassignOwn,
  unsentReasonError,
} from '#lib/domain/requests/team/writes/change-lead.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * Result of an act on many leads. `unchanged` counts leads that had the value before, `barred`
 * those that could not be changed.
 */
export type BulkOutcome = { changed: LeadSnapshot[]; unchanged: number; barred: number };

/** Assigns leads to an advisor, or to nobody. */
export function assignLeads(ctx: AdminCtx, ids: readonly number[], advisorId: string | null) {
  return getDb().write((tx) => bulkAssign(tx, ctx, ids, advisorId));
}

export function markLeadsHandled(ctx: AdminCtx, ids: readonly number[]) {
  return getDb().write((tx) => bulkMarkHandled(tx, ctx, ids, { isHandled: true }));
}

/** Changes the state of many requests and mails each applicant. */
export function changeStates(ctx: AdminCtx, ids: readonly number[], change: BulkStateChange) {
  return getDb().write((tx) => bulkChangeState(tx, ctx, ids, change));
}

type LeadSnapshot = { id: number } & Pick<StoredLead, 'assignedTo' | 'handledAt' | 'state'>;

export async function bulkAssign(
  tx: Tx,
  ctx: AdminCtx,
  ids: readonly number[],
  advisorId: string | null,
  mark?: UndoMark,
): Promise<BulkOutcome> {
  const advisor = await findAdvisor(tx, advisorId);
  return applyToEach(tx, ids, ({ id }) => assignTo(tx, ctx, id, advisor, mark));
}

export async function bulkMarkHandled(
  tx: Tx,
  ctx: AdminCtx,
  ids: readonly number[],
  mark: { isHandled: boolean },
): Promise<BulkOutcome> {
  return applyToEach(tx, ids, ({ id }) => markHandled(tx, ctx, id, mark));
}

type BulkStateChange = {
  to: RequestState;
  /** The reason that is mailed to each applicant. */
  reason?: string | undefined;
  /** Returns the state that the page showed. A lead that has another state now is skipped. */
  shownStateOf: (id: number) => string | undefined;
  /** Set if a move is undone: whether the lead was assigned and handled before the move. */
  undoing?: { wasAssigned: boolean; wasHandled: boolean };
};

export async function bulkChangeState(
  tx: Tx,
  ctx: AdminCtx,
  ids: readonly number[],
  { to, reason, shownStateOf, undoing }: BulkStateChange,
): Promise<BulkOutcome> {
  const { accountId: actor, now } = ctx;
  if (reason && to === 'recibida') throw unsentReasonError();
  const changeState = async ({ id: leadId, state }: LeadSnapshot) => {
    if (state === to) return false;
    if ((shownStateOf(leadId) ?? state) !== state) return null;
    if (to === 'emitida' && (await lacksRecords(tx, leadId))) return null;
    const isMoved = await changeRequestState(tx, {
      leadId,
      to,
      actor,
      at: now,
      now,
      origin: ctx,
      reason,
      ...(undoing && { isUndo: true }),
    });
    if (isMoved && !undoing) await assignIfFree(tx, ctx, leadId);
    if (isMoved && undoing) await markHandled(tx, ctx, leadId, { isHandled: undoing.wasHandled });
    if (isMoved && undoing && !undoing.wasAssigned) await unassignOwn(tx, ctx, leadId);
    return isMoved || null;
  };
  return applyToEach(tx, ids, changeState, sql`kind = 'garantia'`);
}

/**
 * Applies `act` to each lead. `act` returns whether it changed the lead, or null if the lead cannot
 * be changed.
 */
async function applyToEach(
  tx: Tx,
  ids: readonly number[],
  act: (lead: LeadSnapshot) => Promise<boolean | null>,
  condition?: SQL,
): Promise<BulkOutcome> {
  const rows = await tx
    .select({
      id: leads.id,
      assignedTo: leads.assignedTo,
      handledAt: leads.handledAt,
      state: leads.state,
    })
    .from(leads)
    .where(and(sql`id in (${idList(ids)})`, isNull(leads.erasedAt), condition));
  const outcome: BulkOutcome = { changed: [], unchanged: 0, barred: ids.length - rows.length };
  for (const lead of rows) {
    const changed = await act(lead);
    if (changed) outcome.changed.push(lead);
    else outcome[changed === null ? 'barred' : 'unchanged'] += 1;
  }
  return outcome;
}
