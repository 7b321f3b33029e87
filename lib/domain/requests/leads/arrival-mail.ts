import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryPayload } from '#lib/domain/deliveries/schema.ts';
import type { DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { MailContent } from '#lib/platform/mail/blocks.ts';
import { getAdvisorsEmail, getMail } from '#lib/platform/mail/client.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';

/**
 * Facts for the mail to the sender. `url` is the page of the request or message. `isOwn` means that
 * the sender's e-mail was proved.
 */
export type AcknowledgementFacts = TenderSummary & MeetingFacts & { url: string; isOwn: boolean };
/** Start (ms) of the booked meeting with which the message began. */
export type MeetingFacts = { meetingAt?: number | undefined };
/** Official name and closing (ms) of the tender, as far as they are known. */
export type TenderSummary = { tenderName?: string | undefined; closesAt?: number | undefined };

type Arrival<T> = {
  find: (id: number) => Promise<T>;
  emailOf: (arrived: T) => string;
  link: 'receipt' | 'lead-receipt';
  toTeam: (arrived: T, facts: TenderSummary & MeetingFacts) => Promise<MailContent>;
  toSender: (
    arrived: T,
    how: AcknowledgementFacts,
  ) => Promise<MailContent & Pick<Mail, 'attachments'>>;
};

type InternalPayload = DeliveryPayload<'guarantee.internal-mail' | 'lead.internal-mail'>;
type AcknowledgementPayload = DeliveryPayload<'guarantee.acknowledgement' | 'lead.acknowledgement'>;

const idOf = (payload: InternalPayload) =>
  'submissionId' in payload ? payload.submissionId : payload.leadId;

/** Returns the handlers of the mails about a new request or message, to team and sender. */
export function arrivalHandlers<T>({ find, emailOf, link, toTeam, toSender }: Arrival<T>) {
  return {
    internal: async (payload, { idempotencyKey }) => {
      const lead = await find(idOf(payload));
      const [to, replyTo] = [getAdvisorsEmail(), emailOf(lead)];
      const mail = await toTeam(lead, payload);
      await getMail().send({ ...mail, to, replyTo, idempotencyKey });
    },
    acknowledgement: async (payload, { idempotencyKey }) => {
      const { linkId, isFlooded, isOwn, closesAt } = payload;
      const lead = await find(idOf(payload));
      if (isFlooded) return skip('flooded');
      const url = linkUrl(link, linkId ?? String(idOf(payload)));
      const tenderName = 'tenderName' in payload ? payload.tenderName : undefined;
      const meetingAt = 'meetingAt' in payload ? payload.meetingAt : undefined;
      const mail = await toSender(lead, { url, isOwn, closesAt, tenderName, meetingAt });
      const [to, replyTo] = [emailOf(lead), getEnv().mail.internalTo];
      await getMail().send({ ...mail, to, replyTo, idempotencyKey });
    },
  } satisfies {
    internal: DeliveryHandler<InternalPayload>;
    acknowledgement: DeliveryHandler<AcknowledgementPayload>;
  };
}
