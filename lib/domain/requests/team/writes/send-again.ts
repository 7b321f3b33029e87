import { eq, type SQL, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { notSentText, reasonText } from '#lib/domain/deliveries/copy.ts';
import { findSkipReason } from '#lib/domain/deliveries/rehearse.ts';
import {
  requeueDelivery,
  retryDead,
  retryDelivery,
} from '#lib/domain/deliveries/writes/send-again.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { updateResentLeads } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { noteOnce } from '#lib/domain/requests/team/writes/change-lead.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

const verbs = { retried: retryDelivery, resent: requeueDelivery } as const;

/**
 * Queues a delivery again. Returns false if it was queued already. Throws `not_found`, and
 * `conflict` for a sent mail that would not be sent now.
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
    const retried = await verbs[action](tx, id, ctx.now);
    const leadId = await findLeadOf(tx, id);
    if (leadId) await noteOnce(tx, ctx, leadId, note);
    if (retried && leadId) {
      const event = { kind: 'delivery', what: retried.kind, how: action } as const;
      await addLeadEvent(tx, { leadId, event, actor: ctx.accountId, at: ctx.now });
    }
    if (retried) {
      const [, accountId] = /^account:([\w-]+)\//.exec(retried.partition) ?? [];
      const event = { action: `delivery.${action}`, subject: `delivery:${id}` } as const;
      await audit(tx, ctx, { ...event, accountId: accountId ?? null, actor: ctx.accountId });
      await updateResentLeads(tx, ctx.now);
    }
    return retried !== null;
  });
}

/** Queues the dead deliveries of a kind, or all, with all their tries. Returns how many. */
export async function resendDeadDeliveries(
  ctx: AdminCtx,
  kind: string | undefined,
): Promise<number> {
  const { accountId: actor, now } = ctx;
  const retried = await retryDead(kind, now);
  await getDb().write(async (tx) => {
    await updateResentLeads(tx, now);
    if (retried === 0) return;
    const subject = `deliveries:${kind ?? 'all'}`;
    await audit(tx, ctx, { action: 'deliveries.retried', subject, accountId: null, actor });
  });
  return retried;
}

const leadsOf: Record<string, (id: string) => SQL> = {
  lead: (id) => sql`id = ${Number(id)}`,
  submission: (id) => sql`submission_id = ${Number(id)}`,
  'payment-request': (id) => sql`id = (select lead_id from payment_requests where id = ${id})`,
};

async function findLeadOf(tx: Tx, deliveryId: number): Promise<number | null> {
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId));
  const [, owner, id] = /^([\w-]+):([\w-]+)\//.exec(delivery?.partition ?? '') ?? [];
  const lead = leadsOf[owner ?? '']?.(id ?? '');
  if (!lead) return null;
  const [row] = await tx.select({ id: leads.id }).from(leads).where(lead).limit(1);
  return row?.id ?? null;
}
