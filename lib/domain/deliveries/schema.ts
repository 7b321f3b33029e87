import { z } from 'zod';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';

const accountPayload = z.object({ accountId: z.string() });
/** `at` is the time (ms) of the event that the mail reports. */
const accountEventPayload = accountPayload.extend({ at: z.int() });
const browserFields = z.object({ device: z.string(), place: z.string() });
const memberPayload = z.object({ companyId: z.string(), personId: z.string() });
const leadPayload = z.object({ leadId: z.int() });
const leadEventPayload = z.object({ eventId: z.int() });
const submissionPayload = z.object({ submissionId: z.int() });
const conditionsPayload = leadPayload.extend({ version: z.int() });
const issuedPayload = z.object({ number: z.int() });
const linkPayload = z.object({ linkId: z.string() });
/** `toPayer` sends the mail to the e-mail that the payer gave and not to that of the request. */
const paymentPayload = z.object({ paymentId: z.int(), toPayer: z.boolean().default(false) });
/**
 * The fields of all mails that acknowledge a request or message. They are stored so that a retry
 * sends the same mail. `isOwn` says that the sender was logged in with this e-mail; the mail then
 * repeats what they typed. `closesAt` is the closing of the tender (ms), if it was known. Old
 * deliveries have no `linkId`: their link has the id of the request or message itself.
 */
const acknowledgementFields = z.object({
  linkId: z.string().optional(),
  isOwn: z.boolean().default(false),
  isFlooded: z.boolean().default(false),
  closesAt: z.number().optional(),
});

/** Holds the start (ms) of the booked meeting with which a message began. */
const meetingFields = z.object({ meetingAt: z.number().optional() });

/**
 * Holds the official name and the closing (ms) of a tender, so that a retry sends the same mail.
 */
const tenderFields = z.object({
  tenderName: z.string().optional(),
  closesAt: z.number().optional(),
});

/**
 * Every kind of delivery with its payload, which is stored as JSON. A payload mostly holds ids,
 * because handlers read the rest when they send.
 */
export const deliveryPayloads = {
  'account.code-mail': accountPayload.extend({
    codeId: z.string(),
    purpose: z.enum(['verify', 'proof', 'google', 'email']),
  }),
  'account.reset-mail': accountPayload.extend({ resetId: z.string() }),
  'account.password-changed-mail': accountEventPayload.extend({ links: z.int().default(0) }),
  'account.factors-mail': accountEventPayload.extend({
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
  'account.google-linked-mail': accountEventPayload.extend({ ended: z.boolean().default(false) }),
  'account.new-browser-mail': accountEventPayload.extend({
    browserId: z.string(),
    ...browserFields.shape,
  }),
  'account.email-changed-mail': accountEventPayload.extend({
    changeId: z.int(),
    ...browserFields.shape,
  }),
  'account.access-mail': accountPayload.extend({
    change: z.enum(['suspend', 'reinstate', 'sessions']),
  }),
  'company.invitation-mail': z.object({ invitationId: z.string() }),
  /** `deleted` is the name of a company that no longer exists. */
  'company.removed-mail': memberPayload.extend({ deleted: z.string().optional() }),
  'company.member-mail': memberPayload.extend({
    memberId: z.string(),
    change: z.enum(['joined', 'left', 'owner']),
    at: z.number(),
  }),
  'company.asked-mail': memberPayload.extend({ email: z.string() }),
  'alerts.expiry-mail': accountPayload.extend({
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
    ...tenderFields.shape,
  }),
  'guarantee.internal-mail': submissionPayload.extend(tenderFields.shape),
  'guarantee.acknowledgement': submissionPayload.extend({
    ...acknowledgementFields.shape,
    ...tenderFields.shape,
  }),
  'issued.mail': issuedPayload.extend(linkPayload.shape),
  'issued.mistake-mail': issuedPayload,
  'lead.crm': leadPayload,
  'lead.crm-note': leadEventPayload,
  /**
   * `email` and `contactIds` are set only for the last lead of an e-mail. Its contact is then
   * erased too.
   */
  'lead.crm-erase': leadPayload.extend({
    contactIds: z.array(z.string()).default([]),
    email: z.string().optional(),
  }),
  'lead.internal-mail': leadPayload.extend(meetingFields.shape),
  'lead.acknowledgement': leadPayload.extend({
    ...acknowledgementFields.shape,
    ...meetingFields.shape,
  }),
  'lead.conditions-mail': conditionsPayload,
  'lead.accepted-mail': conditionsPayload,
  'lead.added-mail': leadPayload.extend({ eventIds: z.array(z.int()) }),
  'lead.files-mail': leadPayload.extend({ eventIds: z.array(z.int()) }),
  'lead.papers-mail': leadPayload.extend({ sender: z.string().optional() }),
  'lead.reply-mail': leadEventPayload,
  /** `told` is the state that the applicant was last notified of. */
  'lead.state-mail': leadEventPayload.extend({ told: z.enum(requestStates).optional() }),
  'link.mail': linkPayload.extend({ kind: z.enum(['receipt', 'lead-receipt', 'issued']) }),
  'payment.receipt-mail': paymentPayload,
  'payment.refund-mail': paymentPayload.extend({
    refundedAmount: z.int(),
    refundedAt: z.int().optional(),
  }),
  'payment.request-mail': z.object({ paymentRequestId: z.string() }),
  'payment.team-mail': leadPayload.extend({ paymentId: z.int() }),
  /**
   * `address` is the hash of the recipient's e-mail. Payloads that are already queued use this key.
   */
  'tender.news-mail': z.object({ address: z.string(), day: z.iso.date() }),
  'share.locked': linkPayload.extend({ at: z.int() }),
  'share.opened': linkPayload,
  'share.code': linkPayload.extend({ codeId: z.string() }),
  'share.sent': linkPayload,
  'share.asked': linkPayload,
};

type Payloads = typeof deliveryPayloads;
export type DeliveryKind = keyof Payloads;
export type DeliveryPayload<K extends DeliveryKind> = z.output<Payloads[K]>;

/** A kind with its payload. Fields that have a default may be left out. */
export type KindWithPayload = {
  [K in DeliveryKind]: { kind: K; payload: z.input<Payloads[K]> };
}[DeliveryKind];

export function parsePayload<K extends DeliveryKind>(
  kind: K,
  storedPayload: object,
): DeliveryPayload<K> {
  return deliveryPayloads[kind].parse(storedPayload) as DeliveryPayload<K>; // the schema of this kind
}
