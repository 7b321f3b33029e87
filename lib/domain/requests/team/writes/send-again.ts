import { eq, type SQL, sql } from 'drizzle-orm';
import {
  resendDelivery,
  retryDead,
  retryDelivery,
} from '#lib/domain/deliveries/writes/send-again.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { updateSentAgain } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { noteOnce } from '#lib/domain/requests/team/writes/change-lead.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

const verbs = { retried: retryDelivery, resent: resendDelivery } as const;

/** Queues a delivery again. Returns false if it was queued already. Throws `not_found`. */
export async function sendAgain(
  ctx: AdminCtx,
  id: number,
  action: keyof typeof verbs,
  note?: string,
): Promise<boolean> {
  return getDb().write(async (tx) => {
    const retried = await verbs[action](tx, id, ctx.now);
    const leadId = await findLeadOf(tx, id);
    if (leadId) await noteOnce(tx, ctx, leadId, note);
    if (retried && leadId) {
      const event = { kind: 'delivery', what: retried.kind, how: action } as const;
      await addLeadEvent(tx, { leadId, event, actor: ctx.accountId, at: ctx.now });
    }
    if (retried) await updateSentAgain(tx, ctx.now);
    return retried !== null;
  });
}

/** Gives dead deliveries of a kind, or all, their tries again. Returns how many. */
export async function sendDeadAgain(kind: string | undefined, now: number): Promise<number> {
  const retried = await retryDead(kind, now);
  await getDb().write((tx) => updateSentAgain(tx, now));
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
