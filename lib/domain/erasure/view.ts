/**
 * A record that an erasure changes. `details` is one line: the state and the day of the record, and
 * what is erased with it.
 */
export type AffectedRecord = { name: string; href: string | null; details: string };

/**
 * `erased` records are deleted; `kept` records stay without personal data. Each kind lists its
 * newest records. `isTruncated` is true if it has more.
 */
export type AffectedRecords = {
  erased: AffectedRecord[];
  kept: AffectedRecord[];
  isTruncated: boolean;
};

/** Number of records of each kind that were found when an e-mail was erased. */
export type ErasedCounts = {
  requests: number;
  messages: number;
  guarantees: number;
  meetings: number;
  drafts: number;
  paymentRequests: number;
  mails: number;
  traces: number;
  /** Requests of companies stay, without personal data. */
  companyRequests: number;
  /** Payments stay, without personal data. */
  payments: number;
};

export function proofPath(id: number): `/${string}` {
  return `/admin/borrar/constancia/${id}`;
}
