import { and, eq, isNull } from 'drizzle-orm';
import { findDraftPersonId, findKeptKey, keepDraft } from '#lib/domain/drafts/browser.ts';
import { type DraftKey, findDraft, idOfKey } from '#lib/domain/drafts/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/**
 * Keeps a changed draft in this browser. If the draft belongs to nobody, gives it to the logged-in
 * person. A person's draft from another browser is not kept here, so that none of it is left after
 * the logout. Call it after the commit, because it sets a cookie.
 */
export async function adoptDraft(
  ctx: RequestCtx,
  key: DraftKey,
  options?: { isSent: boolean },
): Promise<void> {
  const id = idOfKey(key);
  const personId = await findDraftPersonId(ctx);
  const draft = personId ? await findDraft(getDb().read, key, ctx.now) : null;
  if (draft?.accountId && !findKeptKey(ctx, id)) return;
  keepDraft(ctx, key, options);
  if (!draft || draft.accountId) return;
  await getDb().write((tx) =>
    tx
      .update(drafts)
      .set({ accountId: personId })
      .where(and(eq(drafts.id, id), isNull(drafts.accountId))),
  );
}
