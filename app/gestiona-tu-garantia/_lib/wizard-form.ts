import { idOfKey, isResumedElsewhere } from '#lib/domain/drafts/reads.ts';
import { draftParams } from '#lib/domain/drafts/schema.ts';
import { wizardPath } from '#lib/domain/drafts/view.ts';
import { adoptDraft } from '#lib/domain/drafts/writes/adopt-draft.ts';
import { draftLimit } from '#lib/domain/drafts/writes/begin-draft.ts';
import type { SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

export const wizardAccess = { auth: 'guest', limit: draftLimit, query: draftParams } as const;

/**
 * Keeps the saved draft in this browser. Returns the path of the next page, which says so if a new
 * draft replaced a lost one.
 */
export async function afterSaving(ctx: RequestCtx, saved: SaveResult): Promise<string> {
  await adoptDraft(ctx, saved.key, { isSent: 'sent' in saved });
  if ('sent' in saved) return getShownPath('receipt', saved.sent);
  const { next, wasRefused, lost } = saved;
  const page = { ...next, draft: idOfKey(saved.key) };
  if (!lost) return wizardPath(page, wasRefused ? 'revisa' : undefined);
  return wizardPath(page, (await isResumedElsewhere(lost, ctx.now)) ? 'en-otro' : 'vencido');
}
