import { and, eq, sql } from 'drizzle-orm';
import { getOpenLeadState } from '#lib/domain/requests/team/reads/get-lead.ts';
import { auditNote } from '#lib/domain/requests/team/writes/audit-note.ts';
import { unassignOwn } from '#lib/domain/requests/team/writes/change-lead.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

/** Time for which a note can be removed. After that, it is part of the history. */
const REMOVABLE_MS = 10 * MINUTE;

/**
 * Removes a recent note of the advisor, and the assignment that came with it. Throws `conflict` if
 * the note is older or somebody else's.
 */
export async function removeNote(ctx: AdminCtx, leadId: number, noteId: number): Promise<void> {
  await getDb().write(async (tx) => {
    await getOpenLeadState(tx, leadId);
    const [removed] = await tx
      .delete(leadEvents)
      .where(
        and(
          eq(leadEvents.id, noteId),
          eq(leadEvents.leadId, leadId),
          eq(leadEvents.kind, 'note'),
          eq(leadEvents.actor, ctx.accountId),
          sql`at > ${ctx.now - REMOVABLE_MS}`,
        ),
      )
      .returning({ at: leadEvents.at });
    if (!removed) throw conflict('Esa nota ya quedó en la historia.');
    await auditNote(tx, ctx, leadId, 'lead.note-removed');
    const assignedCondition = sql`lead_id = ${leadId} and kind = 'assigned' and actor = ${ctx.accountId}
      and at = ${removed.at}`;
    if ((await tx.$count(leadEvents, assignedCondition)) > 0) await unassignOwn(tx, ctx, leadId);
  });
}
