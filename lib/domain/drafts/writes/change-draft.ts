import { eq } from 'drizzle-orm';
import { type Draft, type DraftKey, keyOf, readDraft } from '#lib/domain/drafts/reads.ts';
import { emptyAnswers, isAbout, type Place } from '#lib/domain/drafts/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** The next page, `refused` if it shows errors, or the number of the request that was `sent`. */
export type Saved =
  | { key: DraftKey; next: Place; refused: boolean }
  | { key: DraftKey; sent: number };

type Change = (draft: Draft, tx: Tx, isNew: boolean) => Place | Promise<Place>;

/** Reads and writes in one transaction, so that two tabs lose no answer. Skips sent drafts. */
export async function changeDraft(
  key: DraftKey | null,
  now: number,
  apply: Change,
): Promise<Saved> {
  return getDb().write(async (tx) => {
    const found = key ? await readDraft(tx, key, now) : null;
    if (found?.submissionId) return { key: found.key, sent: found.submissionId };
    const holder = randomId();
    const draft = found ?? newDraft(holder, now);
    const { attempt } = draft;
    const next = await apply(draft, tx, !found);
    const errors = draft.attempt === attempt ? {} : (draft.attempt?.errors ?? {});
    const refused = isAbout(draft.attempt, next) && Object.keys(errors).length > 0;
    const row = {
      answers: JSON.stringify(draft.answers),
      attempt: draft.attempt ? JSON.stringify(draft.attempt) : null,
      submissionId: draft.submissionId,
      updatedAt: now,
    };
    if (found) await tx.update(drafts).set(row).where(eq(drafts.id, draft.id));
    else await tx.insert(drafts).values({ id: draft.id, holder, createdAt: now, ...row });
    return draft.submissionId
      ? { key: draft.key, sent: draft.submissionId }
      : { key: draft.key, next, refused };
  });
}

function newDraft(holder: string, now: number): Draft {
  const id = randomId();
  const key = keyOf(id, holder);
  return { id, key, answers: emptyAnswers(), attempt: null, submissionId: null, updatedAt: now };
}
