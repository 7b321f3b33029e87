import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import {
  findSignedIn,
  isProved,
  mustEnrol,
  type SignedIn,
} from '#lib/domain/accounts/signed-in.ts';
import { PROOF_PAGE, SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { contextOf } from '#lib/http/api/prelude.ts';
import { withNext } from '#lib/http/forms/safe-next.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operations/operation.ts';

/** Whose session the browser has that asked for this page, or null. A visit slides the session. */
export const findPageSession = cache(
  async (): Promise<SignedIn | null> =>
    findSignedIn(contextOf({ headers: new Headers(await headers()) })),
);

/** The same, or null for an admin who has no second factor yet. */
export async function findPageMember(): Promise<MemberCtx | null> {
  const member = await findPageSession();
  return member && !mustEnrol(member) ? member : null;
}

/** The member of a page that is everybody's; guests have no session to look up. */
export async function findVisitor() {
  return (await cookies()).has(SESSION_COOKIE) ? findPageMember() : null;
}

/** Of a page of the panel; anyone else logs in first and comes back to `path`. */
export async function getPageMember(
  path: `/${string}`,
  { enrols, sudo }: { enrols?: true; sudo?: true } = {},
): Promise<SignedIn> {
  const member = await findPageSession();
  if (!member) return redirect(`/login?next=${encodeURIComponent(path)}`);
  if (!enrols && mustEnrol(member)) return redirect(withNext(SECURITY_PAGE, path));
  if (sudo && !isProved(member)) return redirect(withNext(PROOF_PAGE, path));
  return member;
}

/** The advisor of a page of /admin; for other members the page is not there. */
export async function getPageAdmin(
  path: `/${string}`,
  asked: { sudo?: true } = {},
): Promise<AdminCtx> {
  const member = await getPageMember(path, asked);
  return member.role === 'admin' ? { ...member, auth: 'admin' } : notFound();
}
