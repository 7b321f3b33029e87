/**
 * A record that an erasure touches. `details` is one line: its state, its day and what else is
 * erased with it.
 */
export type AffectedRecord = { name: string; href: string | null; details: string };

/**
 * `erased` records are deleted, `kept` records stay without personal data. Each kind lists its
 * newest records; `isTruncated` if there are more.
 */
export type AffectedRecords = {
  erased: AffectedRecord[];
  kept: AffectedRecord[];
  isTruncated: boolean;
};

/** Number of records of each kind that an erasure found under an e-mail. */
export type ErasedCounts = {
  requests: number;
  messages: number;
  guarantees: number;
  meetings: number;
  drafts: number;
  paymentRequests: number;
  mails: number;
  traces: number;
  /** These stay, without personal data. */
  companyRequests: number;
  /** These stay, without personal data. */
  payments: number;
};

export function proofPath(id: number): `/${string}` {
  return `/admin/borrar/constancia/${id}`;
}
