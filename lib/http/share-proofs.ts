import { findMember } from '#lib/domain/accounts/signed-in.ts';
import { asksFor, type Proof } from '#lib/domain/share-links/access.ts';
import type { ShareLink } from '#lib/domain/share-links/reads.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';

/** Say for an hour that the link's password, or the code that was mailed, was given here. */
export const proofCookies = { password: 'enlace-clave', code: 'enlace-codigo' } as const;

/** Also counts what was given just now. Its owner, who gets no code, needs none. */
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
