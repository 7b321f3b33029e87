import { sql } from 'drizzle-orm';
import { parsePayload } from '#lib/domain/deliveries/schema.ts';
import { enqueueDelivery, withdrawDeliveries } from '#lib/domain/deliveries/writes/queue.ts';
import { actorOf, type RequestAccess } from '#lib/domain/links/request-access.ts';
import { auditLeadEvent } from '#lib/domain/requests/conditions/writes.ts';
import { leadAddedPartition, leadTeamPartition } from '#lib/domain/requests/leads/rules.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

type NewAddition = {
  leadId: number;
  email: string;
  event: Extract<LeadEvent, { kind: 'files' | 'message' }>;
  key: string | undefined;
  /**
   * True if the addition needs no mail of its own to the sender, because another mail of the same
   * transaction confirms it.
   */
  isSilent?: boolean;
};

const auditActions = { files: 'request.files-added', message: 'request.message-sent' } as const;

/** Adds to a lead what its sender wrote or sent, and notifies the team, the CRM and the sender. */
export async function recordAddition(
  tx: Tx,
  ctx: RequestCtx,
  entry: RequestAccess,
  { event, key, isSilent, ...lead }: NewAddition,
): Promise<void> {
  const { leadId } = lead;
  const { now } = ctx;
  const actor = actorOf(entry);
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now }, key);
  await noteInCrm(tx, { leadId, eventId, now });
  await queueNewsMails(tx, { leadId, email: lead.email, eventId, now, isSilent });
  const isRefusal = event.kind === 'message' && event.declined !== undefined;
  const action = isRefusal ? 'conditions.declined' : auditActions[event.kind];
  await auditLeadEvent(tx, ctx, lead, { action, actor });
}

export async function isRepeatedAddition(
  tx: Tx,
  leadId: number,
  key: string | undefined,
): Promise<boolean> {
  const condition = sql`lead_id = ${leadId} and kind in ('files', 'message')
    and detail ->> '$.key' = ${key}`;
  return (await tx.$count(leadEvents, condition)) > 0;
}

/**
 * Delay of the mails about additions. Several messages and files within this time make one mail.
 */
const NEWS_MAIL_DELAY_MS = MINUTE;

type Addition = Pick<NewAddition, 'leadId' | 'email' | 'isSilent'> & {
  eventId: number;
  now: number;
};

/**
 * Queues a mail to the team. Unless the addition is silent, also queues one to the sender if that
 * mailbox is within its hourly limit.
 */
async function queueNewsMails(
  tx: Tx,
  { leadId, email, eventId, now, isSilent }: Addition,
): Promise<void> {
  const mails = [
    { kind: 'lead.files-mail', partition: leadTeamPartition(leadId) },
    { kind: 'lead.added-mail', partition: leadAddedPartition(leadId) },
  ] as const;
  for (const mail of isSilent ? mails.slice(0, 1) : mails) {
    const payloads = await withdrawDeliveries(tx, { ...mail, now });
    const unsentIds = payloads.flatMap((payload) => parsePayload(mail.kind, payload).eventIds);
    if (mail.kind === 'lead.added-mail' && unsentIds.length === 0) {
      const points = consumeMailPoint(tx, { from: 'guests', to: email, now });
      if (!(await tryConsume(points))) continue;
    }
    const payload = { leadId, eventIds: [...unsentIds, eventId] };
    await enqueueDelivery(tx, { ...mail, payload, now, notBefore: now + NEWS_MAIL_DELAY_MS });
  }
}
