import { z } from 'zod';
import { findMember } from '#lib/domain/accounts/signed-in.ts';
import { asksFor, type Proof } from '#lib/domain/share-links/access.ts';
import type { ShareLink } from '#lib/domain/share-links/reads.ts';
import { folderKind } from '#lib/http/files/folder-reply.ts';
import { closedPage } from '#lib/http/share/share-pages.ts';
import { AppError, errorStatus } from '#lib/platform/operations/errors.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

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

/** The holder of an ended link's address is told its owner, and may ask for a new one. */
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

/** Say for an hour that the link's password, or the code that was mailed, was given here. */
export const proofCookies = { password: 'enlace-clave', code: 'enlace-codigo' } as const;

/** Also counts a proof given just now. Its owner, who gets no code, needs none. */
export async function missingProof(
  ctx: GuestCtx,
  link: ShareLink,
  given: Partial<Record<Proof, string>> = {},
) {
  const { password, code } = proofCookies;
  const kept = { password: ctx.cookies.get(password), code: ctx.cookies.get(code) };
  const missing = asksFor(link, { ...kept, ...given }, ctx.now);
  if (missing !== 'code') return missing;
  const looker = await findMember(ctx);
  return looker?.accountId === link.accountId ? null : missing;
}

export function forbids(missing: Proof): AppError {
  const what = { password: 'tiene contraseña', code: 'pide un código que llega por correo' }[
    missing
  ];
  const message = `Este enlace ${what}: ábrelo en un navegador.`;
  return new AppError('forbidden', { message });
}
