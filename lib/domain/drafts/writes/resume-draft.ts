import { eq } from 'drizzle-orm';
import { type Draft, type DraftKey, keyOf, readDraftById } from '#lib/domain/drafts/reads.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { endLinks, markOpened } from '#lib/domain/links/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { AppError } from '#lib/platform/errors.ts';

/**
 * Opens the draft of a mailed link in this browser and closes it everywhere else, in one write: it
 * gets the given holder, and every link to it ends, this one too: who planted the draft may have it as
 * well. Pressed again, or where it is open already (`here`), it changes nothing. `invalid_token`.
 */
export async function resumeDraft(
  token: string,
  { holder, here, now }: { holder: string; here: DraftKey | null; now: number },
): Promise<Draft> {
  return getDb().write(async (tx) => {
    const link = await findLink('resume', token, tx);
    const draft = link && (await readDraftById(link.subject, now, tx));
    if (!draft) throw new AppError('invalid_token');
    const key = keyOf(draft.id, holder);
    if (draft.key === here || draft.key === key) return draft;
    if (isEnded(link, now)) throw new AppError('invalid_token');
    await later(tx, tx.update(drafts).set({ holder }).where(eq(drafts.id, draft.id)));
    await endLinks(tx, 'resume', draft.id, now);
    await markOpened(tx, link, now);
    return { ...draft, key };
  });
}
