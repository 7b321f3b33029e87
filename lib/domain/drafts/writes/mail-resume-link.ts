import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { DRAFT_SECONDS, type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { addMailedLink } from '#lib/domain/links/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** In the write that makes the link: resuming elsewhere ends all links. False: nothing to mail. */
export async function mailResumeLink(key: DraftKey, email: string, now: number): Promise<boolean> {
  return getDb().write(async (tx) => {
    const draft = await readDraft(tx, key, now);
    if (!draft || draft.submissionId) return false;
    const linkId = await addMailedLink(tx, { kind: 'resume', subject: draft.id, email, now });
    await enqueueDelivery(tx, {
      lane: `draft:${draft.id}/mail`,
      kind: 'draft.resume-mail',
      payload: { linkId, email, validUntil: now + DRAFT_SECONDS * 1000 },
      now,
    });
    return true;
  });
}
