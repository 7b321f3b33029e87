import { z } from 'zod';
import { redirectTo } from '#lib/http/api/reply.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { RefusalPage } from '#lib/platform/operations/operation.ts';

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
