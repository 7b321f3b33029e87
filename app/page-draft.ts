import { cookies } from 'next/headers';
import { cache } from 'react';
import { DRAFT_COOKIE, findDraft } from '#lib/domain/drafts/reads.ts';
import { now } from '#lib/platform/clock.ts';

/** The live draft of this browser, read once for a page and its title. */
export const findPageDraft = cache(async () =>
  findDraft((await cookies()).get(DRAFT_COOKIE)?.value, now()),
);
