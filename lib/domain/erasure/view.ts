/** A record that an erasure touches: its name, page, state and day, and what else goes with it. */
export type AffectedRecord = { name: string; href: string | null; details: string };

/** The records of which all goes, and those that stay without the person. Each kind has its newest. */
export type AffectedRecords = {
  erased: AffectedRecord[];
  kept: AffectedRecord[];
  isTruncated: boolean;
};

/** Counts of the records that an erasure found under an address. The last two stay without the person. */
export type ErasedCounts = {
  requests: number;
  messages: number;
  guarantees: number;
  meetings: number;
  drafts: number;
  paymentRequests: number;
  mails: number;
  traces: number;
  companyRequests: number;
  payments: number;
};

export function proofPath(id: number): `/${string}` {
  return `/admin/borrar/constancia/${id}`;
}
