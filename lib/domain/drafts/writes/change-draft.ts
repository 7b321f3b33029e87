import { eq } from 'drizzle-orm';
import { type Draft, readDraft } from '#lib/domain/drafts/reads.ts';
import { emptyAnswers, type Place } from '#lib/domain/drafts/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { randomId } from '#lib/platform/ids.ts';

/** Where the person goes after a change; `sent` once the draft has become a submission. */
export type Saved = { draftId: string; next: Place } | { draftId: string; sent: number };

type Change = (draft: Draft, tx: Tx, isNew: boolean) => Place | Promise<Place>;

/**
 * Reads, changes and writes a draft in one transaction, so that two tabs never lose an answer.
 * Without a live draft a new one begins; one that was sent is not touched any more.
 */
export async function changeDraft(
  draftId: string | null,
  now: number,
  apply: Change,
): Promise<Saved> {
  return getDb().write(async (tx) => {
    const found = draftId ? await readDraft(tx, draftId, now) : null;
    if (found?.submissionId) return { draftId: found.id, sent: found.submissionId };
    const draft = found ?? newDraft();
    const next = await apply(draft, tx, !found);
    const row = {
      answers: JSON.stringify(draft.answers),
      attempt: draft.attempt ? JSON.stringify(draft.attempt) : null,
      submissionId: draft.submissionId,
      updatedAt: now,
    };
    if (found) await later(tx, tx.update(drafts).set(row).where(eq(drafts.id, draft.id)));
    else await later(tx, tx.insert(drafts).values({ id: draft.id, createdAt: now, ...row }));
    return draft.submissionId
      ? { draftId: draft.id, sent: draft.submissionId }
      : { draftId: draft.id, next };
  });
}

function newDraft(): Draft {
  return { id: randomId(), answers: emptyAnswers(), attempt: null, submissionId: null };
}
