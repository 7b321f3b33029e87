import { eq, type SQL, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { notSentText, reasonText } from '#lib/domain/deliveries/copy.ts';
import { findSkipReason } from '#lib/domain/deliveries/dry-run.ts';
import {
  requeueDelivery,
  retryDeadDeliveries,
  retryDelivery,
} from '#lib/domain/deliveries/writes/retry-deliveries.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { updateResentLeads } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { addNoteAndAssign } from '#lib/domain/requests/team/writes/change-lead.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

const verbs = { retried: retryDelivery, resent: requeueDelivery } as const;

/**
 * Queues a delivery again. Returns false if that was not needed, for example because it is in
 * progress or a copy was just queued. Throws `not_found`, and `conflict` for a sent mail that would
 * not be sent now.
 */
export async function resendDelivery(
  ctx: AdminCtx,
  id: number,
  action: keyof typeof verbs,
  note?: string,
): Promise<boolean> {
  const reason = action === 'resent' ? await findSkipReason(id, ctx.now) : null;
  if (reason) throw conflict(`${notSentText(reasonText(reason))}.`);
  return getDb().write(async (tx) => {
    const delivery = await verbs[action](tx, id, ctx.now);
    const leadId = await findLeadIdOf(tx, id);
    if (leadId) await addNoteAndAssign(tx, ctx, leadId, note);
    if (delivery && leadId) {
      const event = { kind: 'delivery', what: delivery.kind, how: action } as const;
      await addLeadEvent(tx, { leadId, event, actor: ctx.accountId, at: ctx.now });
    }
    if (delivery) {
      const [, accountId] = /^account:([\w-]+)\//.exec(delivery.partition) ?? [];
      const event = { action: `delivery.${action}`, subject: `delivery:${id}` } as const;
      await audit(tx, ctx, { ...event, accountId: accountId ?? null, actor: ctx.accountId });
      await updateResentLeads(tx, ctx.now);
    }
    return delivery !== null;
  });
}

/**
 * Queues the deliveries of a kind, or of all kinds, that were given up, with all their tries.
 * Returns how many.
 */
export async function retryDeadDeliveriesAsAdmin(
  ctx: AdminCtx,
  kind: string | undefined,
): Promise<number> {
  const { accountId: actor, now } = ctx;
  const retriedCount = await retryDeadDeliveries(kind, now);
  await getDb().write(async (tx) => {
    await updateResentLeads(tx, now);
    if (retriedCount === 0) return;
    const subject = `deliveries:${kind ?? 'all'}`;
    await audit(tx, ctx, { action: 'deliveries.retried', subject, accountId: null, actor });
  });
  return retriedCount;
}

const leadConditions: Record<string, (id: string) => SQL> = {
  lead: (id) => sql`id = ${Number(id)}`,
  submission: (id) => sql`submission_id = ${Number(id)}`,
  'payment-request': (id) => sql`id = (select lead_id from payment_requests where id = ${id})`,
};

async function findLeadIdOf(tx: Tx, deliveryId: number): Promise<number | null> {
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId));
  const [, owner, id] = /^([\w-]+):([\w-]+)\//.exec(delivery?.partition ?? '') ?? [];
  const leadCondition = leadConditions[owner ?? '']?.(id ?? '');
  if (!leadCondition) return null;
  const [row] = await tx.select({ id: leads.id }).from(leads).where(leadCondition).limit(1);
  return row?.id ?? null;
}
