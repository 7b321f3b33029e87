import { sql } from 'drizzle-orm';
import { type Revived, resendDelivery, retryDelivery } from '#lib/domain/deliveries/retries.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { addLeadEvent } from '#lib/domain/leads/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import type { AdminCtx } from '#lib/platform/operation.ts';

const verbs = { retried: retryDelivery, resent: resendDelivery } as const;

/**
 * Has a delivery tried (`retried`) or sent once more (`resent`), which the history of its lead tells,
 * if it belongs to one. False: there was nothing to do, for example at a second click. `not_found`.
 */
export async function sendAgain(
  ctx: AdminCtx,
  id: number,
  how: keyof typeof verbs,
): Promise<boolean> {
  const done = await getDb().write(async (tx) => {
    const revived = await verbs[how](tx, id, ctx.now);
    const leadId = revived && (await findLeadOf(tx, revived));
    if (revived && leadId) {
      const event = { kind: 'delivery', what: revived.kind, how } as const;
      await addLeadEvent(tx, { leadId, event, actor: ctx.accountId, at: ctx.now });
    }
    return revived !== null;
  });
  if (done) wakeDeliveries();
  return done;
}

async function findLeadOf(tx: Tx, { lane }: Revived): Promise<number | null> {
  const [, owner, number] = /^(lead|submission):(\d{1,15})\//.exec(lane) ?? [];
  if (!number) return null;
  const column = owner === 'lead' ? sql`id` : sql`submission_id`;
  const rows = await tx.all<{ id: number }>(
    sql`select id from leads where ${column} = ${Number(number)} limit 1`,
  );
  return rows[0]?.id ?? null;
}
