import { z } from 'zod';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';

const account = z.object({ accountId: z.string() });
/** `at` is the time (ms) of what the mail is about. */
const accountEvent = account.extend({ at: z.int() });
const browser = z.object({ device: z.string(), place: z.string() });
const member = z.object({ companyId: z.string(), personId: z.string() });
const lead = z.object({ leadId: z.int() });
const leadEvent = z.object({ eventId: z.int() });
const submission = z.object({ submissionId: z.int() });
const conditions = lead.extend({ version: z.int() });
const issued = z.object({ number: z.int() });
const link = z.object({ linkId: z.string() });
/** `toPayer` selects the e-mail that the payer gave instead of the e-mail of the request. */
const payment = z.object({ paymentId: z.int(), toPayer: z.boolean().default(false) });
/**
 * Common to the mails that acknowledge a request or message; stored so that a retry sends the same
 * mail. `isOwn`: the sender was signed in with this address, so the mail repeats what they typed.
 * `closesAt` is the closing of the tender (ms), if it was known. Old deliveries have no `linkId`:
 * their link has the id of the request or message itself.
 */
const acknowledgement = z.object({
  linkId: z.string().optional(),
  isOwn: z.boolean().default(false),
  isFlooded: z.boolean().default(false),
  closesAt: z.number().optional(),
});

/**
 * Holds the official name and the closing (ms) of a tender, so that a retry sends the same mail.
 */
const tender = z.object({ tenderName: z.string().optional(), closesAt: z.number().optional() });

/**
 * Every kind of delivery with its payload, which is stored as JSON. It holds ids, because handlers
 * read the rest when they send.
 */
export const deliveryPayloads = {
  'account.code-mail': account.extend({
    codeId: z.string(),
    purpose: z.enum(['verify', 'proof', 'google', 'email']),
  }),
  'account.reset-mail': account.extend({ resetId: z.string() }),
  'account.password-changed-mail': accountEvent.extend({ links: z.int().default(0) }),
  'account.factors-mail': accountEvent.extend({
    action: z.enum([
      'factor.totp-added',
      'factor.totp-removed',
      'factor.passkey-added',
      'factor.passkey-removed',
      'factor.recovery-renewed',
      'factor.recovery-used',
      'factor.reset-asked',
      'factor.reset-approved',
      'factor.reset',
    ]),
  }),
  'account.google-linked-mail': accountEvent.extend({ ended: z.boolean().default(false) }),
  'account.new-browser-mail': accountEvent.extend({ browserId: z.string(), ...browser.shape }),
  'account.email-changed-mail': accountEvent.extend({ changeId: z.int(), ...browser.shape }),
  'account.access-mail': account.extend({ change: z.enum(['suspend', 'reinstate', 'sessions']) }),
  'company.invitation-mail': z.object({ invitationId: z.string() }),
  /** `deleted` is the name of a company that no longer exists. */
  'company.removed-mail': member.extend({ deleted: z.string().optional() }),
  'company.member-mail': member.extend({
    memberId: z.string(),
    change: z.enum(['joined', 'left', 'owner']),
    at: z.number(),
  }),
  'company.asked-mail': member.extend({ email: z.string() }),
  'alerts.expiry-mail': account.extend({
    companyId: z.string().nullable().default(null),
    day: z.iso.date(),
  }),
  /** Old deliveries have no `linkId`: their link has the id of the draft. */
  'draft.resume-mail': z.object({
    linkId: z.string().optional(),
    draftId: z.string().default(''),
    email: z.string(),
    validUntil: z.int(),
    tenderId: z.string().optional(),
    ...tender.shape,
  }),
  'guarantee.internal-mail': submission.extend(tender.shape),
  'guarantee.acknowledgement': submission.extend({ ...acknowledgement.shape, ...tender.shape }),
  'issued.mail': issued.extend(link.shape),
  'issued.mistake-mail': issued,
  'lead.crm': lead,
  'lead.crm-note': leadEvent,
  /**
   * `email` and `contactIds` are set for the last lead of an e-mail, whose contact is erased too.
   */
  'lead.crm-erase': lead.extend({
    contactIds: z.array(z.string()).default([]),
    email: z.string().optional(),
  }),
  'lead.internal-mail': lead,
  'lead.acknowledgement': lead.extend(acknowledgement.shape),
  'lead.conditions-mail': conditions,
  'lead.accepted-mail': conditions,
  'lead.added-mail': lead.extend({ eventIds: z.array(z.int()) }),
  'lead.files-mail': lead.extend({ eventIds: z.array(z.int()) }),
  'lead.papers-mail': lead.extend({ sender: z.string().optional() }),
  'lead.reply-mail': leadEvent,
  /** `told` is the last state that was mailed to the applicant. */
  'lead.state-mail': leadEvent.extend({ told: z.enum(requestStates).optional() }),
  'link.mail': link.extend({ kind: z.enum(['receipt', 'lead-receipt', 'issued']) }),
  'payment.receipt-mail': payment,
  'payment.refund-mail': payment.extend({
    refundedAmount: z.int(),
    refundedAt: z.int().optional(),
  }),
  'payment.request-mail': z.object({ paymentRequestId: z.string() }),
  'payment.team-mail': lead.extend({ paymentId: z.int() }),
  'tender.news-mail': z.object({ address: z.string(), day: z.iso.date() }),
  'share.locked': link.extend({ at: z.int() }),
  'share.opened': link,
  'share.code': link.extend({ codeId: z.string() }),
  'share.sent': link,
  'share.asked': link,
};

type Payloads = typeof deliveryPayloads;
export type DeliveryKind = keyof Payloads;
export type DeliveryPayload<K extends DeliveryKind> = z.output<Payloads[K]>;

/** A kind and its payload, whose defaults may be left out. */
export type KindWithPayload = {
  [K in DeliveryKind]: { kind: K; payload: z.input<Payloads[K]> };
}[DeliveryKind];

export function parsePayload<K extends DeliveryKind>(kind: K, stored: object): DeliveryPayload<K> {
  return deliveryPayloads[kind].parse(stored) as DeliveryPayload<K>; // the schema of this kind
}
