import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { addLinks } from '#lib/domain/links/writes.ts';
import { prepareAcknowledgement } from '#lib/domain/requests/leads/acknowledgement.ts';
import { leadMailPartition, leadTeamPartition } from '#lib/domain/requests/leads/rules.ts';
import type { Tx } from '#lib/platform/db/client.ts';

type NewMessage = {
  leadId: number;
  email: string;
  /** Start (ms) of the booked meeting with which the message began. */
  meetingAt?: number;
  /** The e-mail with which the sender was logged in. */
  signedInAs?: string | undefined;
  now: number;
};

/** Adds the link of a new message, and the mails to team and sender. */
export async function addFormMails(
  tx: Tx,
  { leadId, email, meetingAt, signedInAs, now }: NewMessage,
): Promise<void> {
  const linkId = await addLinks(tx, { kind: 'lead-receipt', subject: String(leadId), email, now });
  const meeting = meetingAt === undefined ? {} : { meetingAt };
  await enqueueDelivery(tx, {
    partition: leadTeamPartition(leadId),
    kind: 'lead.internal-mail',
    payload: { leadId, ...meeting },
    now,
  });
  await enqueueDelivery(tx, {
    partition: leadMailPartition(leadId),
    kind: 'lead.acknowledgement',
    payload: {
      leadId,
      linkId,
      ...meeting,
      ...(await prepareAcknowledgement(tx, { email, signedInAs, now })),
    },
    now,
  });
}
