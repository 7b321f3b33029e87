import { z } from 'zod';
import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { acknowledgementWording } from '#lib/domain/requests/leads/addressing.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { MailContent } from '#lib/platform/mail/blocks.ts';
import { getAdvisorsEmail, getMail } from '#lib/platform/mail/client.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';

/** `url` is the page of the request or message. `isOwn` means that its address was proved. */
export type AcknowledgementFacts = { url: string; isOwn: boolean; closesAt?: number | undefined };

type Arrival<T> = {
  find: (id: number) => Promise<T>;
  emailOf: (arrived: T) => string;
  link: 'receipt' | 'lead-receipt';
  toTeam: (arrived: T) => Promise<MailContent>;
  toSender: (
    arrived: T,
    how: AcknowledgementFacts,
  ) => Promise<MailContent & Pick<Mail, 'attachments'>>;
};

/** Old deliveries have no `linkId`: their link has the id of the request or message itself. */
const payloadSchema = z
  .object({
    submissionId: z.int().optional(),
    leadId: z.int().optional(),
    linkId: z.string().optional(),
    ...acknowledgementWording.shape,
  })
  .transform(({ submissionId, leadId, ...rest }) => ({
    ...rest,
    id: z.int().parse(submissionId ?? leadId),
  }));

/** Returns the handlers of the mails about a new request or message, to team and sender. */
export function arrivalHandlers<T>({ find, emailOf, link, toTeam, toSender }: Arrival<T>) {
  return {
    internal: async (payload, { idempotencyKey }) => {
      const arrived = await find(payloadSchema.parse(payload).id);
      const [to, replyTo] = [getAdvisorsEmail(), emailOf(arrived)];
      await getMail().send({ ...(await toTeam(arrived)), to, replyTo, idempotencyKey });
    },
    acknowledgement: async (payload, { idempotencyKey }) => {
      const { id, linkId, isFlooded, isOwn, closesAt } = payloadSchema.parse(payload);
      const arrived = await find(id);
      if (isFlooded) return;
      const url = linkUrl(link, linkId ?? String(id));
      const mail = await toSender(arrived, { url, isOwn, closesAt });
      const [to, replyTo] = [emailOf(arrived), getEnv().mail.internalTo];
      await getMail().send({ ...mail, to, replyTo, idempotencyKey });
    },
  } satisfies Record<string, Handler>;
}
