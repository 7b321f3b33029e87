import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { getPageContext } from '#app/_lib/page-context.ts';
import { CONFIRM_IDENTITY_PAGE } from '#lib/domain/accounts/rules.ts';
import {
  isProved,
  mustEnrol,
  resumeSession,
  type SessionCtx,
} from '#lib/domain/accounts/signed-in.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Returns the session of the browser, or null. A visit extends the session. */
export const findPageSession = cache(
  async (): Promise<SessionCtx | null> => resumeSession(await getPageContext()),
);

/** Returns the logged-in person. Null for guests, and until a required second factor is added. */
export async function findPageUser(): Promise<SignedInCtx | null> {
  const user = await findPageSession();
  return user && !mustEnrol(user) ? user : null;
}

/**
 * Returns the logged-in person on a public page, or null. Reads the database only if there is a
 * session cookie.
 */
export async function findVisitor() {
  return (await cookies()).has(cookieNames.session) ? findPageUser() : null;
}

/**
 * Requires a logged-in person. Redirects everyone else to the login, and from there back to the
 * page.
 */
export async function requirePageUser({
  allowsNoFactor,
  sudo,
}: {
  allowsNoFactor?: true;
  sudo?: true;
} = {}): Promise<SessionCtx> {
  const user = await findPageSession();
  const path = await pathOfPage();
  if (!user) return redirect(`/login?next=${encodeURIComponent(path)}`);
  if (!allowsNoFactor && mustEnrol(user)) return redirect(withNext(SECURITY_PAGE, path));
  if (sudo && !isProved(user)) return redirect(withNext(CONFIRM_IDENTITY_PAGE, path));
  return user;
}

/** Returns the path of the page without parameters that belong to one visit, such as `aviso`. */
async function pathOfPage(): Promise<string> {
  const requested = (await headers()).get('x-path') ?? '/panel';
  const { pathname, searchParams } = new URL(`http://page.invalid${requested}`);
  for (const name of ['aviso', '_rsc']) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** Requires an admin. Shows everyone else the 404 page. */
export async function getPageAdmin(options: { sudo?: true } = {}): Promise<AdminCtx> {
  const user = await requirePageUser(options);
  return user.role === 'admin' ? { ...user, auth: 'admin' } : notFound();
}
