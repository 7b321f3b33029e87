import { and, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

export async function assignIfFree(tx: Tx, ctx: AdminCtx, id: number): Promise<void> {
  const assignedRows = await tx
    .update(leads)
    .set({ assignedTo: ctx.accountId })
    .where(and(eq(leads.id, id), isNull(leads.assignedTo), isNull(leads.erasedAt)))
    .returning({ id: leads.id });
  if (assignedRows.length > 0)
    await recordAssignment(tx, ctx, id, { id: ctx.accountId, email: ctx.email });
}

export type Assignee = { id: string; email: string };

/** Set where an advisor undoes an earlier act, which the audit trail then says. */
export type UndoMark = { isUndo?: true };

export async function recordAssignment(
  tx: Tx,
  ctx: AdminCtx,
  leadId: number,
  to: Assignee | null,
  { isUndo }: UndoMark = {},
): Promise<void> {
  const mark = isUndo ? { isUndo } : {};
  const event = { kind: 'assigned', to: to?.email ?? null, ...mark } as const;
  await addLeadEvent(tx, { leadId, event, actor: ctx.accountId, at: ctx.now });
  const action = to ? 'lead.assigned' : 'lead.unassigned';
  const change = { accountId: to?.id ?? null, actor: ctx.accountId };
  await audit(tx, ctx, { ...change, action, subject: `lead:${leadId}` });
}
