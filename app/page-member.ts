import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { countPressing } from '#lib/domain/alerts/reads.ts';
import { countEnding } from '#lib/domain/issued/reads.ts';
import { contextOf } from '#lib/http/prelude.ts';
import { getMember } from '#lib/http/session.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operation.ts';

/** Who is signed in on the browser that asked for this page, or null. A visit slides the session. */
export const findPageMember = cache(async (): Promise<MemberCtx | null> => {
  const request = new Request('http://page.invalid', { headers: new Headers(await headers()) });
  try {
    const member = await getMember(contextOf(request), 'member');
    return { ...member, auth: 'member' };
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_session') return null;
    throw error;
  }
});

export type PanelMember = MemberCtx & { pressing: number; ending: number };

/** Of a page of the panel; anyone else logs in first and comes back to `path`. */
export async function getPageMember(path: `/${string}`): Promise<PanelMember> {
  const member = await findPageMember();
  if (!member) return redirect(`/login?next=${encodeURIComponent(path)}`);
  return panelMemberOf(member);
}

export async function panelMemberOf(member: MemberCtx): Promise<PanelMember> {
  const [pressing, ending] = await Promise.all([
    countPressing(member.accountId, member.now),
    countEnding(member),
  ]);
  return { ...member, pressing, ending };
}

/** The advisor of a page of /admin; for other members the page is not there. */
export async function getPageAdmin(path: `/${string}`): Promise<AdminCtx> {
  const member = await getPageMember(path);
  return member.role === 'admin' ? { ...member, auth: 'admin' } : notFound();
}
