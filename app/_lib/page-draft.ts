import { headers } from 'next/headers';
import { cache } from 'react';
import { draftKeyOf, listDrafts } from '#lib/domain/drafts/browser.ts';
import { readDraft } from '#lib/domain/drafts/reads.ts';
import { cookieNames, cookieOf } from '#lib/http/api/cookies.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';

/**
 * The draft of this browser that the page's address names (`borrador`), else the one it shows; read once
 * for a page and its title. `key` is what the browser holds of it, also when there is none any more.
 */
export const findPageDraft = cache(async (id?: unknown) => {
  const key = draftKeyOf({ cookies: await heldCookies() }, typeof id === 'string' ? id : undefined);
  return { key, found: key ? await readDraft(getDb().read, key, now()) : null };
});

/** All unsent drafts of this browser, the one that changed last first. */
export const listPageDrafts = async () => listDrafts(await heldCookies(), now());

async function heldCookies() {
  const header = (await headers()).get('cookie');
  return { names: () => cookieNames(header), get: (name: string) => cookieOf(header, name) };
}
