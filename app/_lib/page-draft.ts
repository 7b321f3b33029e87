import { cache } from 'react';
import { getPageContext } from '#app/_lib/page-context.ts';
import { draftKeyOf, listDrafts } from '#lib/domain/drafts/browser.ts';
import { readDraft } from '#lib/domain/drafts/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * Returns the draft in the query (`borrador`), or else the last one of this browser. Cached for a
 * page and its title. `key` is set even if the draft no longer exists.
 */
export const findPageDraft = cache(async (id?: unknown) => {
  const ctx = await getPageContext();
  const key = draftKeyOf(ctx, typeof id === 'string' ? id : undefined);
  return { key, found: key ? await readDraft(getDb().read, key, ctx.now) : null };
});

/** Finds this browser's draft for a tender, in the form of `findPageDraft`. */
export async function findTenderDraft(tenderId: string) {
  const drafts = await listPageDrafts();
  const draft = drafts.find(({ answers }) => answers.values.idLicitacion === tenderId) ?? null;
  return { key: draft?.key ?? null, found: draft };
}

/** Lists all unsent drafts of this browser, last changed first. */
export const listPageDrafts = async () => listDrafts(await getPageContext());
