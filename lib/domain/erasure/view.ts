/** A thing that an erasure touches: its name, page, state and day, and what else goes with it. */
export type AffectedThing = { name: string; href: string | null; details: string };

/** The things of which all goes, and those that stay without the person. Each kind has its newest. */
export type AffectedThings = { erased: AffectedThing[]; kept: AffectedThing[]; isCut: boolean };

/** Counts of the things that an erasure found under an address. The last two stay without the person. */
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
