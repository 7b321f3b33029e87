import { z } from 'zod';
import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { findMissingProof, type Proof } from '#lib/domain/share-links/proofs.ts';
import { getLinkByCode, getLinkByToken, type ShareLink } from '#lib/domain/share-links/reads.ts';
import { redirectTo } from '#lib/http/api/reply.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { RefusalPage, RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Rate limit for pages, files and forms of share links together. */
export const shareLimit = { name: 'share', points: 60, seconds: 60, per: 'ip' } as const;

export const sharedAccess = {
  auth: 'guest',
  limit: shareLimit,
  params: tokenParams,
  query: z.object({ document: z.string().max(64).optional() }),
} as const;

/** Returns the path of a link's page, or of the page of one document. */
export function sharePagePath(token: string, fileId?: string): string {
  const search = fileId === undefined ? '' : `?document=${encodeURIComponent(fileId)}`;
  return `/c/${encodeURIComponent(token)}${search}`;
}

/**
 * Finds a link by its short code or by the long token of the API. The format decides which it is,
 * so there is one query, and unknown links take as long as known ones.
 */
export function findSharedLink(token: string): Promise<ShareLink> {
  return /^[0-9a-z]{25}$/.test(token) ? getLinkByCode(token) : getLinkByToken(token);
}

export function acceptsHtml(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.get('accept') ?? '');
}

/** Redirects a browser that was refused a file to the link's page. Programs get JSON. */
export const toSharePage: RefusalPage = async ({ code, status }, request) => {
  if (request.method === 'POST' || !acceptsHtml(request)) return null;
  const { pathname, searchParams } = new URL(request.url);
  const [, token = ''] = /^\/(?:api\/share|c)\/([^/]+)/.exec(pathname) ?? [];
  const page = new URL(`http://page.invalid/c/${token}`);
  const fileId = searchParams.get('document');
  if (fileId) page.searchParams.set('document', fileId);
  // The page finds out any other reason itself, when it reads the link.
  if (status >= 500 || code === 'document_not_found') page.searchParams.set('error', code);
  return seeOther(page.pathname + page.search);
};

export function seeOther(location: string): Response {
  return redirectTo(location, { headers: { Vary: 'Accept' } });
}

/** Cookies that prove for an hour that the visitor entered the link's password or mailed code. */
export const proofCookies = { password: 'sharePassword', code: 'shareCode' } as const;

/**
 * Returns the proof that a visitor still has to enter, given cookies and the values just typed. The
 * owner needs no code, because it would be mailed to the recipient.
 */
export async function missingProof(
  ctx: RequestCtx,
  link: ShareLink,
  proofs: Partial<Record<Proof, string>> = {},
): Promise<Proof | null> {
  const { get } = ctx.browser;
  const storedProofs = { password: get(proofCookies.password), code: get(proofCookies.code) };
  const missing = findMissingProof(link, { ...storedProofs, ...proofs }, ctx.now);
  if (missing !== 'code') return missing;
  const viewer = await findSignedInCtx(ctx);
  return isOwnerOf(link, viewer) ? null : missing;
}

/** Whether the link is the person's own, or that of the company for which the person acts. */
export function isOwnerOf(
  { accountId }: Pick<ShareLink, 'accountId'>,
  viewer: Pick<SignedInCtx, 'accountId' | 'holderId'> | null,
): boolean {
  return accountId === viewer?.accountId || accountId === viewer?.holderId;
}
