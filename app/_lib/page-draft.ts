import { cache } from 'react';
import { getPageContext } from '#app/_lib/page-context.ts';
import { findDraftKey, findLostDraft, listDrafts } from '#lib/domain/drafts/browser.ts';
import { findDraft } from '#lib/domain/drafts/reads.ts';
import { nextPage } from '#lib/domain/drafts/rules.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import { describeDraft, wizardPath } from '#lib/domain/drafts/view.ts';
import { guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * Returns the draft `id` if this browser or the person has it. `key` is also set if the draft no
 * longer exists. Cached for a page and its title.
 */
export const findPageDraft = cache(async (id?: unknown) => {
  const ctx = await getPageContext();
  const key = await findDraftKey(ctx, typeof id === 'string' ? id : undefined);
  return { key, found: key ? await findDraft(getDb().read, key, ctx.now) : null };
});

/**
 * Returns the unsent drafts of this browser and of the person, last changed first. Cached for a
 * page and its title.
 */
export const listPageDrafts = cache(async () => listDrafts(await getPageContext()));

/** Returns title and path of the draft that was changed last, or undefined. */
export async function findDraftLink() {
  const [draft] = await listPageDrafts();
  if (!draft) return undefined;
  const { id, answers } = draft;
  const { title } = describeDraft(answers, await findDraftTender(answers));
  const kind = kindText(answers.garantias[0]);
  return {
    title: [title, kind].filter(Boolean).join(', '),
    href: wizardPath({ ...nextPage(answers), draft: id }),
  };
}

/** Returns `prórroga de Fiel cumplimiento`, the guarantee's type, or an empty text. */
function kindText(item: Parameters<typeof guaranteeTexts>[0] & { renews?: number } = {}): string {
  const { type } = guaranteeTexts(item);
  return item.renews ? `prórroga de ${type}` : type;
}

export const findLostPageDraft = async () => findLostDraft(await getPageContext());
