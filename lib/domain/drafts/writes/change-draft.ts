import { eq } from 'drizzle-orm';
import { composeDraftKey, type Draft, type DraftKey, findDraft } from '#lib/domain/drafts/reads.ts';
import { emptyAnswers, isAttemptOf, type WizardPage } from '#lib/domain/drafts/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * The result of saving a page: the next page (`wasRefused` if it shows errors), or the number of the
 * request that was `sent`. `lost` is a draft that expired or was resumed in another browser; `key`
 * is then a new one.
 */
export type SaveResult =
  | { key: DraftKey; next: WizardPage; wasRefused: boolean; lost: DraftKey | null }
  | { key: DraftKey; sent: number };

type Change = (draft: Draft, tx: Tx, isNew: boolean) => WizardPage | Promise<WizardPage>;

/**
 * Changes a draft by `apply`. One transaction reads and writes, so that two tabs lose no answer. A
 * sent draft is not changed. If there is no key, or its draft no longer exists, `apply` gets a new
 * draft, which is then stored.
 */
export async function changeDraft(
  key: DraftKey | null,
  now: number,
  apply: Change,
): Promise<SaveResult> {
  return getDb().write(async (tx) => {
    const storedDraft = key ? await findDraft(tx, key, now) : null;
    if (storedDraft?.submissionId) return { key: storedDraft.key, sent: storedDraft.submissionId };
    const browserId = randomId();
    const draft = storedDraft ?? newDraft(browserId, now);
    const { attempt } = draft;
    const next = await apply(draft, tx, !storedDraft);
    const errors = draft.attempt === attempt ? {} : (draft.attempt?.errors ?? {});
    const hasErrors = isAttemptOf(draft.attempt, next) && Object.keys(errors).length > 0;
    const row = {
      answers: draft.answers,
      attempt: draft.attempt,
      submissionId: draft.submissionId,
      updatedAt: now,
    };
    if (storedDraft) await tx.update(drafts).set(row).where(eq(drafts.id, draft.id));
    else await tx.insert(drafts).values({ id: draft.id, browserId, createdAt: now, ...row });
    return draft.submissionId
      ? { key: draft.key, sent: draft.submissionId }
      : { key: draft.key, next, wasRefused: hasErrors, lost: storedDraft ? null : key };
  });
}

function newDraft(browserId: string, now: number): Draft {
  const id = randomId();
  const key = composeDraftKey(id, browserId);
  const answers = emptyAnswers();
  return { id, key, accountId: null, answers, attempt: null, submissionId: null, updatedAt: now };
}
