import { and, eq, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { recordedCallTitle } from '#lib/domain/requests/leads/call-copy.ts';
import type { CallOutcome } from '#lib/domain/requests/leads/call-schema.ts';
import { refuseConcurrent } from '#lib/domain/requests/leads/reads/concurrent-acts.ts';
import { findLeadHolder, getFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { leadMailPartition } from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { assignIfFree } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { getOpenLeadState } from '#lib/domain/requests/team/reads/get-lead.ts';
import type { ReplyBody } from '#lib/domain/requests/team/schema.ts';
import { markHandled } from '#lib/domain/requests/team/writes/change-lead.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';

type NewReply = ReplyBody & { key: string; call?: CallOutcome | undefined };

/**
 * Sends one reply per `key`, or records a `call`. Throws `not_found`, and `conflict` if somebody
 * else has acted on the lead.
 */
export async function sendReply(
  ctx: AdminCtx,
  id: number,
  { subject, text, handled, guarantee: guaranteeNumber, lastEvent, key, call }: NewReply,
): Promise<void> {
  const { accountId: actor, now } = ctx;
  await getDb().write(async (tx) => {
    const { email } = await getOpenLeadState(tx, id);
    const event = { kind: 'reply', subject, text, call } as const;
    if (!(await isRepeatedReply(tx, id, { subject, text, call, key }))) {
      await refuseConcurrent(tx, ctx, id, lastEvent);
      await consumeMailPoint(tx, { from: actor, to: email, now });
      const eventId = await addLeadEvent(tx, { leadId: id, event, actor, at: now }, key);
      const partition = leadMailPartition(id);
      await enqueueDelivery(tx, { partition, kind: 'lead.reply-mail', payload: { eventId }, now });
      await assignIfFree(tx, ctx, id);
      if (guaranteeNumber !== undefined) await recordExtensionOffer(tx, ctx, id, guaranteeNumber);
      const accountId = await findLeadHolder(id, tx);
      await audit(tx, ctx, { accountId, actor, action: 'lead.answered', subject: `lead:${id}` });
    }
    if (handled) await markHandled(tx, ctx, id, { isHandled: true });
  });
}

/** Records a call to the sender of a message, and mails the outcome to the sender. */
export async function recordPhoneCall(
  ctx: AdminCtx,
  id: number,
  { call, ...more }: Pick<NewReply, 'text' | 'lastEvent' | 'key'> & { call: CallOutcome },
): Promise<void> {
  await getFormLead(id);
  await sendReply(ctx, id, { ...more, call, subject: recordedCallTitle(call, ctx.now) });
}

/** Adds the offer to the history of the guarantee, if this person owns that guarantee. */
async function recordExtensionOffer(
  tx: Tx,
  { accountId, now }: AdminCtx,
  id: number,
  guaranteeNumber: number,
) {
  await tx.run(sql`insert into guarantee_events (guarantee, kind, by, actor, detail, at)
    select g.number, 'ofrecida', 'advisor', ${accountId}, '{}', ${now}
    from leads l join issued_guarantees g on g.owner = l.owner
    where l.id = ${id} and g.number = ${guaranteeNumber}`);
}

async function isRepeatedReply(
  tx: Tx,
  id: number,
  detail: Omit<NewReply, 'handled' | 'guarantee' | 'lastEvent'>,
): Promise<boolean> {
  const { leadId, kind, detail: stored } = leadEvents;
  const condition = and(eq(leadId, id), eq(kind, 'reply'), eq(stored, detail));
  return (await tx.$count(leadEvents, condition)) > 0;
}
