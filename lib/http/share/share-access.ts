import { findMember } from '#lib/domain/accounts/signed-in.ts';
import { asksFor, type Proof } from '#lib/domain/share-links/proofs.ts';
import { findByCode, findByToken, type ShareLink } from '#lib/domain/share-links/reads.ts';
import type { RefusalPage, RequestCtx } from '#lib/platform/operations/operation.ts';

/** Pages, files and forms of share links take points from one window per client address. */
export const shareLimit = { name: 'share', points: 60, seconds: 60, per: 'address' } as const;

/** Returns a link's page, or that of the one document that `fileId` names. */
export function pageOf(token: string, fileId?: string): string {
  const search = fileId === undefined ? '' : `?document=${encodeURIComponent(fileId)}`;
  return `/c/${encodeURIComponent(token)}${search}`;
}

/**
 * Finds a link for people, who come with its short code or with the token of the contract's address.
 * The form alone decides which, so an unknown one costs the same single statement.
 */
export function findShared(token: string): Promise<ShareLink> {
  return /^[0-9a-z]{25}$/.test(token) ? findByCode(token) : findByToken(token);
}

export function isBrowser(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.get('accept') ?? '');
}

/** Sends browsers that were refused a file to the link's page for the reason, others JSON. */
export const toPage: RefusalPage = async ({ code, status }, request) => {
  if (request.method === 'POST' || !isBrowser(request)) return null;
  const { pathname, searchParams } = new URL(request.url);
  const [, token = ''] = /^\/(?:api\/share|c)\/([^/]+)/.exec(pathname) ?? [];
  const page = new URL(`http://page.invalid/c/${token}`);
  const fileId = searchParams.get('document');
  if (fileId) page.searchParams.set('document', fileId);
  // The page itself finds out what ended the link, or what it requires first.
  if (status >= 500 || code === 'document_not_found') page.searchParams.set('error', code);
  return seeOther(page.pathname + page.search);
};

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, Vary: 'Accept' } });
}

/** These prove for an hour that the link's password or the mailed code was given here. */
export const keptProofs = { password: 'sharePassword', code: 'shareCode' } as const;

/**
 * Returns what a visitor still has to prove, counting a proof given just now. The link's owner needs no
 * code, which would go to somebody else.
 */
export async function missingProof(
  ctx: RequestCtx,
  link: ShareLink,
  given: Partial<Record<Proof, string>> = {},
): Promise<Proof | null> {
  const { get } = ctx.browser;
  const kept = { password: get(keptProofs.password), code: get(keptProofs.code) };
  const missing = asksFor(link, { ...kept, ...given }, ctx.now);
  if (missing !== 'code') return missing;
  const looker = await findMember(ctx);
  return looker?.accountId === link.accountId ? null : missing;
}
