import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { findSkipReason } from '#lib/domain/deliveries/dry-run.ts';
import type { DeliveryKind, KindWithPayload } from '#lib/domain/deliveries/schema.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import {
  changePayloads,
  renewTriedMails,
} from '#lib/domain/deliveries/writes/waiting-deliveries.ts';
import type { ContactMove, NewLinks } from '#lib/domain/ownership/writes/move-contact.ts';
import { leadIssuedPartition, leadMailPartition } from '#lib/domain/requests/leads/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';

const acknowledgements = ['guarantee.acknowledgement', 'lead.acknowledgement'] as const;
/** Mails that report the state of a request and link to it. */
const newsKinds: readonly DeliveryKind[] = [
  ...acknowledgements,
  'lead.state-mail',
  'lead.conditions-mail',
  'lead.papers-mail',
  'issued.mail',
];

const isAcknowledgement = (kind: string) => acknowledgements.some((one) => one === kind);
const partitionsOf = (id: number) => [leadMailPartition(id), leadIssuedPartition(id)];

export type SentMail = Pick<typeof deliveries.$inferSelect, 'kind' | 'partition' | 'payload'>;

/** Finds the newest sent mail about the lead's state that still holds, or null. */
export async function findNewestMail(id: number, now: number): Promise<SentMail | null> {
  const { kind, partition, payload, state } = deliveries;
  const leadCondition = and(inArray(partition, partitionsOf(id)), inArray(kind, [...newsKinds]));
  const sent = await getDb()
    .read.select({ id: deliveries.id, kind, partition, payload })
    .from(deliveries)
    .where(and(leadCondition, eq(state, 'sent')))
    .orderBy(desc(deliveries.id))
    .limit(10);
  for (const { id, ...mail } of sent) {
    if ((await findSkipReason(id, now)) === null) return mail;
  }
  return null;
}

/**
 * Puts the new links into the mails of a lead, so that an advisor may send them again, and makes
 * failed mails due. Queues `newestMail` again or, if there is none, an acknowledgement, unless such
 * a mail is queued. Requires a transaction.
 */
export async function redirectMails(
  tx: Tx,
  { id, submissionId, now }: ContactMove,
  { sent: newestMail, ...links }: NewLinks & { sent: SentMail | null },
): Promise<void> {
  await renewTriedMails(tx, ownMailsCondition(id), now);
  const leadCondition = sql`partition in ${partitionsOf(id)}`;
  const relink = (mailCondition: SQL, payload: SQL) =>
    changePayloads(tx, sql`${leadCondition} and ${mailCondition}`, payload);
  await relink(
    sql`kind in ${acknowledgements}`,
    sql`json_set(payload, '$.linkId', ${links.linkId}, '$.isOwn', json('false'),
      '$.isFlooded', json('false'))`,
  );
  for (const [number, linkId] of links.issued) {
    const aboutGuaranteeCondition = sql`kind = 'issued.mail' and payload ->> '$.number' = ${number}`;
    await relink(aboutGuaranteeCondition, sql`json_set(payload, '$.linkId', ${linkId})`);
  }
  const waitingCondition = sql`${leadCondition} and kind in ${newsKinds} and state = 'waiting'
    and lease_owner is null`;
  if ((await tx.$count(deliveries, waitingCondition)) > 0) return;
  const repeatedMail = newestMail ?? {
    kind: submissionId === null ? 'lead.acknowledgement' : 'guarantee.acknowledgement',
    partition: leadMailPartition(id),
    payload: submissionId === null ? { leadId: id } : { submissionId },
  };
  const payload = { ...repeatedMail.payload, ...newLinkOf(repeatedMail, links) };
  // The payload belongs to this kind, because they were queued together.
  const mail = { kind: repeatedMail.kind, payload } as KindWithPayload;
  await enqueueDelivery(tx, { ...mail, partition: repeatedMail.partition, now });
}

/**
 * Returns the new link for the payload of a mail. An acknowledgement to an unproved e-mail repeats
 * no typed text.
 */
function newLinkOf({ kind, payload }: SentMail, { linkId, issued }: NewLinks) {
  if (isAcknowledgement(kind)) return { linkId, isOwn: false, isFlooded: false };
  return kind === 'issued.mail' ? { linkId: issued.get(Number(payload.number)) } : {};
}

/** Selects the mails about a lead and about its payment requests. */
const ownMailsCondition = (id: number) => sql`(
  (partition >= ${`lead:${id}/`} and partition < ${`lead:${id}0`})
  or partition in (select 'payment-request:' || id || '/mail' from payment_requests
    where lead_id = ${id}))`;
