import { DAY } from '#lib/platform/process/durations.ts';
/**
 * How many days each kind of record is kept. The sweepers and the privacy page use these numbers.
 */
export const retentionDays = {
  draft: 30,
  /** An upload that no request names. */
  pendingUpload: 1,
  /** A message or call for advice, counted from its arrival. */
  message: 2 * 365,
  /** A request that did not lead to a guarantee, counted from its last change of state. */
  request: 2 * 365,
  /** A request with an issued guarantee, counted from the issue and never while in force. */
  issuedRequest: 6 * 365,
  /** Meetings of people who did not write to us. */
  booking: 180,
  webhookEvent: 180,
  unverifiedAccount: 7,
  /**
   * A former e-mail, counted from the change of the e-mail. The change can be undone in this time.
   */
  formerEmail: 7,
  /** An invitation to a company that nobody accepted, counted from its end. */
  invitation: 30,
  /** A link to documents, counted from its end. */
  shareLink: 90,
  /**
   * A link to a submission, counted from its end. Its page then says so, and an opened link proves
   * an e-mail.
   */
  link: 180,
  unpaidPayment: 2 * 365,
  /** A payment. It then keeps only amount, dates and order. */
  payment: 6 * 365,
  /** The proof of an erasure, while a claim for damages is possible (Código Civil, art. 2332). */
  erasureProof: 4 * 365,
  auditEvent: 2 * 365,
  /** Failed logins and other events that anyone can cause. */
  refusal: 90,
  /** A sent mail or CRM entry. */
  delivery: 90,
} as const;
export type RetainedKind = keyof typeof retentionDays;

/** Returns the time (ms) before which records of this kind are deleted. */
export function retentionStart(kind: RetainedKind, now: number): number {
  return now - retentionDays[kind] * DAY;
}

/** Returns the retention time as people read it: `24 horas`, `90 días`, `2 años`. */
export function retentionText(kind: RetainedKind): string {
  const days = retentionDays[kind];
  if (days === 1) return '24 horas';
  return days % 365 === 0 ? `${days / 365} años` : `${days} días`;
}
