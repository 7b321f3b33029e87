import { eq } from 'drizzle-orm';
import { type Draft, type DraftKey, readDraft, storedDraftKey } from '#lib/domain/drafts/reads.ts';
import { emptyAnswers, isAbout, type WizardPage } from '#lib/domain/drafts/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * The result of saving a page: the next page, `refused` if it shows errors, or the number of the
 * request that was `sent`. `lost` is the draft to change when it expired or was resumed in another
 * browser: then `key` is a new one.
 */
export type SaveResult =
  | { key: DraftKey; next: WizardPage; refused: boolean; lost: DraftKey | null }
  | { key: DraftKey; sent: number };

type Change = (draft: Draft, tx: Tx, isNew: boolean) => WizardPage | Promise<WizardPage>;

/**
 * Changes a draft by `apply`. It reads and writes in one transaction, so that two tabs lose no
 * answer. A sent draft is not changed. Without a key, or when its draft no longer exists, `apply`
 * gets a new draft, which is then stored.
 */
export async function changeDraft(
  key: DraftKey | null,
  now: number,
  apply: Change,
): Promise<SaveResult> {
  return getDb().write(async (tx) => {
    const stored = key ? await readDraft(tx, key, now) : null;
    if (stored?.submissionId) return { key: stored.key, sent: stored.submissionId };
    const browserId = randomId();
    const draft = stored ?? newDraft(browserId, now);
    const { attempt } = draft;
    const next = await apply(draft, tx, !stored);
    const errors = draft.attempt === attempt ? {} : (draft.attempt?.errors ?? {});
    const refused = isAbout(draft.attempt, next) && Object.keys(errors).length > 0;
    const row = {
      answers: draft.answers,
      attempt: draft.attempt,
      submissionId: draft.submissionId,
      updatedAt: now,
    };
    if (stored) await tx.update(drafts).set(row).where(eq(drafts.id, draft.id));
    else await tx.insert(drafts).values({ id: draft.id, browserId, createdAt: now, ...row });
    return draft.submissionId
      ? { key: draft.key, sent: draft.submissionId }
      : { key: draft.key, next, refused, lost: stored ? null : key };
  });
}

function newDraft(browserId: string, now: number): Draft {
  const id = randomId();
  const key = storedDraftKey(id, browserId);
  const answers = emptyAnswers();
  return { id, key, accountId: null, answers, attempt: null, submissionId: null, updatedAt: now };
}
