import type { ShareLink } from '#lib/domain/share-links/reads/links.ts';
import { HOUR_SECONDS } from '#lib/platform/process/durations.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { createTicket, openTicket } from '#lib/platform/security/tickets.ts';

/** Time for which a browser need not enter the password or code again. */
export const PROOF_SECONDS = HOUR_SECONDS;
/** Duration of a counted visit, in which the rest of a counted file can be fetched too. */
export const SHARE_PARTS_SECONDS = 30 * 60;
/** Stands for all documents in the ticket of a visit. */
export const VISIT = 'visit';

export type Proof = 'password' | 'code';
type ProofTickets = Partial<Record<Proof, string | undefined>>;
export type ProtectedLink = Pick<ShareLink, 'id' | 'passwordHash' | 'email'>;

/**
 * Returns a fingerprint of the password or e-mail that a link requires. Earlier proofs end when it
 * changes.
 */
export function secretFingerprint(
  proofKind: Proof,
  { passwordHash, email }: ProtectedLink,
): string {
  return hashToken(`${proofKind} ${proofKind === 'password' ? passwordHash : email}`).slice(0, 16);
}

/** Returns a signed proof, for one link, that this browser entered the right password or code. */
export function createProofTicket(proofKind: Proof, link: ShareLink, now: number): string {
  return createTicket(
    `share-${proofKind}`,
    [link.id, secretFingerprint(proofKind, link)],
    now + PROOF_SECONDS * 1000,
  );
}

export function findMissingProof(link: ShareLink, proofs: ProofTickets, now: number): Proof | null {
  const isGiven = (proofKind: Proof) => {
    const [id, fingerprint] = openTicket(`share-${proofKind}`, proofs[proofKind], now) ?? [];
    return id === link.id && fingerprint === secretFingerprint(proofKind, link);
  };
  if (link.passwordHash !== null && !isGiven('password')) return 'password';
  return link.email !== null && !isGiven('code') ? 'code' : null;
}

/**
 * Returns a signed proof that an opening was counted. The rest of the same visit or file is then
 * not counted again. `subject` is the id of a document, or `VISIT`.
 */
export function createSendingTicket(link: ShareLink, subject: string, now: number): string {
  return createTicket('share-sending', [`${link.id}/${subject}`], now + SHARE_PARTS_SECONDS * 1000);
}

export function isOpeningCounted(
  link: ShareLink,
  subject: string,
  ticket: string | undefined,
  now: number,
): boolean {
  return openTicket('share-sending', ticket, now)?.[0] === `${link.id}/${subject}`;
}
