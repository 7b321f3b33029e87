import { cookies } from 'next/headers';
import { cache } from 'react';
import { listDrafts } from '#lib/domain/drafts/browser.ts';
import { DRAFT_COOKIE, findDraft } from '#lib/domain/drafts/reads.ts';
import { now } from '#lib/platform/clock.ts';

/** The draft that this browser shows, read once for a page and its title. */
export const findPageDraft = cache(async () =>
  findDraft((await cookies()).get(DRAFT_COOKIE)?.value, now()),
);

/** All unsent drafts of this browser, the one that changed last first. */
export async function listPageDrafts() {
  const held = await cookies();
  const names = () => held.getAll().map(({ name }) => name);
  return listDrafts({ names, get: (name) => held.get(name)?.value }, now());
}
