import type { DraftKey } from '#lib/domain/drafts/reads.ts';
import { mayOpen, nextPlace } from '#lib/domain/drafts/rules.ts';
import type { AttachmentStep, DraftAttachment } from '#lib/domain/drafts/schema.ts';
import { changeDraft, type Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import { attemptOf, markAnswered } from '#lib/domain/drafts/writes/save-step.ts';
import { holdUpload, releaseUpload } from '#lib/domain/uploads/writes.ts';

export async function saveAttachment(
  key: DraftKey | null,
  step: AttachmentStep,
  attachment: DraftAttachment,
  now: number,
): Promise<Saved> {
  return changeDraft(key, now, async (draft, tx, isNew) => {
    if (!isNew && !mayOpen(draft.answers, { step })) return nextPlace(draft.answers);
    const before = draft.answers[step];
    if (before) await releaseUpload(tx, before.uploadId, draft.id);
    await holdUpload(tx, attachment.uploadId, draft.id);
    draft.answers[step] = attachment;
    draft.attempt = null;
    markAnswered(draft.answers, step);
    return nextPlace(draft.answers);
  });
}

/** Goes on without (another) file: what is attached stays. */
export async function skipAttachment(key: DraftKey | null, step: AttachmentStep, now: number) {
  return changeDraft(key, now, (draft) => {
    if (!mayOpen(draft.answers, { step })) return nextPlace(draft.answers);
    draft.attempt = null;
    markAnswered(draft.answers, step);
    return nextPlace(draft.answers);
  });
}

/** Takes the attachment away and stays on the page; the sweeper removes the file. */
export async function removeAttachment(key: DraftKey, step: AttachmentStep, now: number) {
  return changeDraft(key, now, async ({ id, answers }, tx) => {
    const before = answers[step];
    if (before) await releaseUpload(tx, before.uploadId, id);
    delete answers[step];
    answers.answered = answers.answered.filter((id) => id !== step);
    return { step };
  });
}

/** Keeps why a file was refused, to be shown on its page. */
export async function refuseAttachment(
  key: DraftKey | null,
  step: AttachmentStep,
  message: string,
  now: number,
): Promise<Saved> {
  return changeDraft(key, now, (draft) => {
    draft.attempt = attemptOf({ place: { step }, values: {} }, { archivo: message });
    return { step };
  });
}
