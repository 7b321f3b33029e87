import { z } from 'zod';
import type { ShareLink } from '#lib/domain/share-links/reads.ts';
import { folderKind } from '#lib/http/folder-reply.ts';
import { closedPage } from '#lib/http/share-pages.ts';
import { AppError, errorStatus } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';

export const query = z.object({
  download: z.string().max(5).optional(),
  inline: z.string().max(5).optional(),
  document: z.string().max(64).optional(),
  codigo: z.string().max(10).optional(),
  as: folderKind.default('zip'),
});
export type Asked = { params: { token: string }; query: z.infer<typeof query> };

/** Two addresses open a link: the contract's, and a short one that only people use. */
export type Door = {
  path: `/${string}`;
  find: (token: string) => Promise<ShareLink>;
  isForPeople: (request: Request) => boolean;
  /** A whole visit is one opening; by the contract each file is one. */
  isVisit: boolean;
};

type Handler<R extends unknown[]> = (ctx: GuestCtx, asked: Asked, ...rest: R) => Promise<Response>;

/** Who holds the address of a link that ended is told whose it was, and may ask for a new one. */
export function withLink(door: Door, handler: Handler<[Request, ShareLink]>): Handler<[Request]> {
  return async (ctx, asked, request) => {
    const link = await door.find(asked.params.token);
    try {
      return await handler(ctx, asked, request, link);
    } catch (error) {
      const hasEnded = error instanceof AppError && error.code === 'share_expired';
      if (!hasEnded || !door.isForPeople(request)) throw error;
      const refusal = { code: error.code, status: errorStatus[error.code], message: '' };
      return closedPage(request, refusal, { link, now: ctx.now });
    }
  };
}

export function seeOther(path: string, query: URLSearchParams): Response {
  const search = query.size > 0 ? `?${query}` : '';
  return new Response(null, {
    status: 303,
    headers: { Location: path + search, 'Cache-Control': 'no-store' },
  });
}

/** Of a link that was found: its token is one of ours. */
export function pathOf({ path }: Door, { params: { token } }: Asked): string {
  return path.replace('{token}', token);
}
