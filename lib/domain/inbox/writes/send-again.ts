import { sql } from 'drizzle-orm';
import { resendDelivery, retryDelivery } from '#lib/domain/deliveries/retries.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { noteOnce } from '#lib/domain/inbox/writes/change-lead.ts';
import { addLeadEvent } from '#lib/domain/leads/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import type { AdminCtx } from '#lib/platform/operation.ts';

const verbs = { retried: retryDelivery, resent: resendDelivery } as const;

/**
 * Has a delivery tried (`retried`) or sent once more (`resent`), which the history of its lead tells,
 * if it belongs to one, together with `note`. False: there was nothing to do, for example at a second
 * click. `not_found`, with a note also for an erased lead.
 */
export async function sendAgain(
  ctx: AdminCtx,
  id: number,
  how: keyof typeof verbs,
  note?: string,
): Promise<boolean> {
  const done = await getDb().write(async (tx) => {
    const retried = await verbs[how](tx, id, ctx.now);
    const leadId = await findLeadOf(tx, id);
    if (leadId) await noteOnce(tx, ctx, leadId, note);
    if (retried && leadId) {
      const event = { kind: 'delivery', what: retried.kind, how } as const;
      await addLeadEvent(tx, { leadId, event, actor: ctx.accountId, at: ctx.now });
    }
    return retried !== null;
  });
  if (done) wakeDeliveries();
  return done;
}

async function findLeadOf(tx: Tx, deliveryId: number): Promise<number | null> {
  const [delivery] = await tx.all<{ lane: string }>(
    sql`select lane from deliveries where id = ${deliveryId} limit 1`,
  );
  const [, owner, number] = /^(lead|submission):(\d{1,15})\//.exec(delivery?.lane ?? '') ?? [];
  if (!number) return null;
  const column = owner === 'lead' ? sql`id` : sql`submission_id`;
  const rows = await tx.all<{ id: number }>(
    sql`select id from leads where ${column} = ${Number(number)} limit 1`,
  );
  return rows[0]?.id ?? null;
}
