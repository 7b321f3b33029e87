import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { listDrafts } from '#lib/domain/drafts/browser.ts';
import { DRAFT_COOKIE, findDraft } from '#lib/domain/drafts/reads.ts';
import { cookieNames, cookieOf } from '#lib/http/api/cookies.ts';
import { now } from '#lib/platform/process/clock.ts';

/** The draft that this browser shows, read once for a page and its title. */
export const findPageDraft = cache(async () =>
  findDraft((await cookies()).get(DRAFT_COOKIE)?.value, now()),
);

/** All unsent drafts of this browser, the one that changed last first. */
export async function listPageDrafts() {
  const header = (await headers()).get('cookie');
  const held = { names: () => cookieNames(header), get: (name: string) => cookieOf(header, name) };
  return listDrafts(held, now());
}
