import { and, eq, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { refuseConcurrent } from '#lib/domain/requests/leads/concurrent-acts.ts';
import { findLeadHolder } from '#lib/domain/requests/leads/reads.ts';
import { leadMailPartition } from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { assignIfFree } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import type { Reply } from '#lib/domain/requests/team/schema.ts';
import { getOpenLeadState, markHandled } from '#lib/domain/requests/team/writes/change-lead.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';

/** Sends one reply per `key`. Throws `not_found`, and `conflict` if somebody else acted since. */
export async function sendReply(
  ctx: AdminCtx,
  id: number,
  { subject, text, handled, guarantee, lastEvent, key }: Reply & { key: string },
): Promise<void> {
  const { accountId: actor, now } = ctx;
  await getDb().write(async (tx) => {
    const { email } = await getOpenLeadState(tx, id);
    const event = { kind: 'reply', subject, text } as const;
    if (!(await isKnown(tx, id, { subject, text, key }))) {
      await refuseConcurrent(tx, ctx, id, lastEvent);
      await consumeMailPoint(tx, { from: actor, to: email, now });
      const eventId = await addLeadEvent(tx, { leadId: id, event, actor, at: now }, key);
      const partition = leadMailPartition(id);
      await enqueueDelivery(tx, { partition, kind: 'lead.reply-mail', payload: { eventId }, now });
      await assignIfFree(tx, ctx, id);
      if (guarantee !== undefined) await recordExtensionOffer(tx, ctx, id, guarantee);
      const accountId = await findLeadHolder(id, tx);
      await audit(tx, ctx, { accountId, actor, action: 'lead.answered', subject: `lead:${id}` });
    }
    if (handled) await markHandled(tx, ctx, id, true);
  });
}

/** Adds the offer to the guarantee's history, if the guarantee is this person's. */
async function recordExtensionOffer(
  tx: Tx,
  { accountId, now }: AdminCtx,
  id: number,
  guarantee: number,
) {
  await tx.run(sql`insert into guarantee_events (guarantee, kind, by, actor, detail, at)
    select g.number, 'ofrecida', 'advisor', ${accountId}, '{}', ${now}
    from leads l join issued_guarantees g on g.owner = l.owner
    where l.id = ${id} and g.number = ${guarantee}`);
}

async function isKnown(tx: Tx, id: number, detail: Reply & { key: string }): Promise<boolean> {
  const { leadId, kind, detail: stored } = leadEvents;
  const condition = and(eq(leadId, id), eq(kind, 'reply'), eq(stored, detail));
  return (await tx.$count(leadEvents, condition)) > 0;
}
