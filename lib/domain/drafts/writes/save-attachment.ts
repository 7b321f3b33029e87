import { mayOpen, nextPlace } from '#lib/domain/drafts/rules.ts';
import type { AttachmentStep, DraftAttachment } from '#lib/domain/drafts/schema.ts';
import { changeDraft, type Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import { attemptOf, markAnswered } from '#lib/domain/drafts/writes/save-step.ts';
import { holdUpload, releaseUpload } from '#lib/domain/uploads/writes.ts';

/** Sets or replaces the attachment of a step and moves on. */
export async function saveAttachment(
  draftId: string | null,
  step: AttachmentStep,
  attachment: DraftAttachment,
  now: number,
): Promise<Saved> {
  return changeDraft(draftId, now, async (draft, tx, isNew) => {
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
export async function skipAttachment(draftId: string | null, step: AttachmentStep, now: number) {
  return changeDraft(draftId, now, (draft) => {
    if (!mayOpen(draft.answers, { step })) return nextPlace(draft.answers);
    draft.attempt = null;
    markAnswered(draft.answers, step);
    return nextPlace(draft.answers);
  });
}

/** Takes the attachment away and stays on the page; the sweeper removes the file. */
export async function removeAttachment(draftId: string, step: AttachmentStep, now: number) {
  return changeDraft(draftId, now, async ({ id, answers }, tx) => {
    const before = answers[step];
    if (before) await releaseUpload(tx, before.uploadId, id);
    delete answers[step];
    answers.answered = answers.answered.filter((id) => id !== step);
    return { step };
  });
}

/** Keeps why a file was refused, to be shown on its page. */
export async function refuseAttachment(
  draftId: string | null,
  step: AttachmentStep,
  message: string,
  now: number,
): Promise<Saved> {
  return changeDraft(draftId, now, (draft) => {
    draft.attempt = attemptOf({ place: { step }, values: {} }, { archivo: message });
    return { step };
  });
}
