import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import {
  createSendingTicket,
  findMissingProof,
  isOpeningCounted,
  PROOF_SECONDS,
  type Proof,
  SHARE_PARTS_SECONDS,
  VISIT,
} from '#lib/domain/share-links/proofs.ts';
import type { ShareLink } from '#lib/domain/share-links/reads/links.ts';
import { isOwnerOf } from '#lib/domain/share-links/rules.ts';
import { countLinkOpening } from '#lib/domain/share-links/writes/count-link-opening.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

const proofNames = { password: 'sharePassword', code: 'shareCode' } as const;

/** Remembers for an hour that the visitor entered the link's password or mailed code. */
export function keepProof({ browser }: RequestCtx, proof: Proof, ticket: string, path: string) {
  browser.set(proofNames[proof], ticket, { seconds: PROOF_SECONDS, path });
}

/**
 * Returns the proof that a visitor still has to enter, by the cookies and the values just typed.
 * The owner needs no code, because the recipient would get that code by mail.
 */
export async function missingProof(
  ctx: RequestCtx,
  link: ShareLink,
  proofs: Partial<Record<Proof, string>> = {},
): Promise<Proof | null> {
  const { get } = ctx.browser;
  const storedProofs = { password: get(proofNames.password), code: get(proofNames.code) };
  const missing = findMissingProof(link, { ...storedProofs, ...proofs }, ctx.now);
  if (missing !== 'code') return missing;
  const viewer = await findSignedInCtx(ctx);
  return isOwnerOf(link, viewer) ? null : missing;
}

/**
 * How an opening is counted. On the page of a link (`isVisit`), everything that a browser opens
 * within half an hour counts as one visit. The API has no visits, so there each file counts.
 * `cookiePath` limits the cookie that remembers a counted opening. Openings by the owner are not
 * counted.
 */
export type CountOptions = { cookiePath: string; isVisit?: boolean; isOwner?: boolean };
type Opening = Parameters<typeof countLinkOpening>[2];

/** Returns whether this browser continues an opening that was counted before. */
export function isSameOpening(
  ctx: RequestCtx,
  link: ShareLink,
  { isVisit = false, documentId = '' }: { isVisit?: boolean; documentId?: string | undefined },
): boolean {
  return isOpeningCounted(
    link,
    isVisit ? VISIT : documentId,
    ctx.browser.get('shareSending'),
    ctx.now,
  );
}

/** Counts an opening. On the page of a link, only the first file of a visit counts. */
export async function countOpening(
  ctx: RequestCtx,
  link: ShareLink,
  opening: Opening,
  { cookiePath, isVisit = false, isOwner = false }: CountOptions,
): Promise<void> {
  if (isOwner) return;
  const isCounted = isVisit && isSameOpening(ctx, link, { isVisit });
  if (isCounted && opening.way === 'enter') return;
  await countLinkOpening(ctx, link, { ...opening, isCounted });
  const target = isVisit ? VISIT : opening.documentId;
  if (isCounted || target === null) return;
  const proof = createSendingTicket(link, target, ctx.now);
  ctx.browser.set('shareSending', proof, { seconds: SHARE_PARTS_SECONDS, path: cookiePath });
}
