import { checkDraftQuota, listDrafts } from '#lib/domain/drafts/browser.ts';
import { idOfKey } from '#lib/domain/drafts/reads.ts';
import { hasSameOrigin, nextPage, originOf, type WizardPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { adoptDraft } from '#lib/domain/drafts/writes/adopt-draft.ts';
import { changeDraft } from '#lib/domain/drafts/writes/change-draft.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/ip-addresses.ts';

/** One limit for all forms that begin or change a draft. */
export const draftLimit = { name: 'drafts', points: 600, seconds: 600, per: 'ip' } as const;
const newDraftLimit = { name: 'drafts/new', points: 60, seconds: 600 };

/**
 * Counts a new draft against its limits. Throws `rate_limited` if the IP began too many drafts, and
 * `conflict` if the browser has too many.
 */
export async function countNewDraft(ctx: RequestCtx): Promise<void> {
  await checkDraftQuota(ctx);
  if (getEnv().hasRateLimits) await consumePoint(newDraftLimit, limitSubject(ctx.ip), ctx.now);
}

/**
 * Continues the unsent draft that was begun from the same request or guarantee, or else begins one
 * with `newAnswers`; other drafts of the browser stay. A draft that copies an earlier request is
 * not continued once it names a tender, because the person may now want another tender. `check`
 * runs in the transaction of a new draft and may throw. `refresh` changes the answers of a
 * continued draft. Returns the next page.
 */
export async function beginDraftWith(
  ctx: RequestCtx,
  newAnswers: DraftAnswers,
  check: (tx: Tx, draftId: string) => Promise<unknown>,
  refresh?: (answers: DraftAnswers) => DraftAnswers,
): Promise<WizardPage> {
  const openDrafts = await listDrafts(ctx);
  const earlierDraft = openDrafts.find(
    ({ answers }) =>
      hasSameOrigin(answers, originOf(newAnswers)) && !isForNamedTender(answers, newAnswers),
  );
  if (earlierDraft) {
    await adoptDraft(ctx, earlierDraft.key);
    const answers = refresh?.(earlierDraft.answers) ?? earlierDraft.answers;
    if (refresh) {
      await changeDraft(earlierDraft.key, ctx.now, (draft) => {
        draft.answers = refresh(draft.answers);
        return nextPage(draft.answers);
      });
    }
    return { ...nextPage(answers), draft: earlierDraft.id };
  }
  await countNewDraft(ctx);
  const { key } = await changeDraft(null, ctx.now, async (draft, tx) => {
    await check(tx, draft.id);
    draft.answers = newAnswers;
    return nextPage(newAnswers);
  });
  await adoptDraft(ctx, key);
  return { ...nextPage(newAnswers), draft: idOfKey(key) };
}

/** Returns whether a copy of an earlier request names its tender by now; `begun` has none. */
function isForNamedTender(answers: DraftAnswers, begun: DraftAnswers): boolean {
  return Boolean(begun.like && !begun.values.idLicitacion && answers.values.idLicitacion);
}
