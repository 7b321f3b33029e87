import { findSignedIn } from '#lib/domain/accounts/signed-in.ts';
import { type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { openQuestions, questionsOn } from '#lib/domain/drafts/review-questions.ts';
import { emptyAnswers, nextPlace } from '#lib/domain/drafts/rules.ts';
import { consent } from '#lib/domain/drafts/schema.ts';
import { readDraftTender } from '#lib/domain/drafts/tender.ts';
import { keyOfQuestions, toStoredAnswers } from '#lib/domain/drafts/view.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { countPage, type Variant } from '#lib/domain/drafts/writes/count-page.ts';
import { attemptOf } from '#lib/domain/drafts/writes/save-page.ts';
import { endLinks } from '#lib/domain/links/writes.ts';
import { checkAttachments, createRequest } from '#lib/domain/requests/submissions/writes.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { AppError, type FieldErrors } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { GuestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Creates the request from the draft and marks the draft as sent, in one transaction, so that a
 * second click finds it sent. Returns the page to return to if an answer is missing or a question
 * is unconfirmed.
 */
export async function sendDraft(
  ctx: GuestCtx,
  key: DraftKey | null,
  values: Record<string, string>,
): Promise<SaveResult> {
  const first: { variant?: Variant } = {};
  const accepted = consent.safeParse(values);
  try {
    const sender = await findSignedIn(ctx);
    const evidence = await verifyDraft(key, sender, ctx.now);
    const saved = await changeDraft(key, ctx.now, async (draft, tx) => {
      const next = nextPlace(draft.answers);
      if (next.step !== 'revisar') return next;
      const stored = toStoredAnswers(draft.answers);
      const open = openQuestions(draft.answers, evidence);
      const isShown = open.length === 0 || values.preguntas === keyOfQuestions(open);
      const confirmed = questionsOn(draft.answers, evidence).map(({ text }) => text);
      if (isShown && accepted.success) draft.answers.confirmed = confirmed;
      if ('errors' in stored || !accepted.success || !isShown) {
        const errors = {
          ...('errors' in stored && stored.errors),
          ...(!isShown && { preguntas: 'Antes de enviar, mira lo que te preguntamos.' }),
          ...(accepted.error && fieldErrors(accepted.error)),
        };
        draft.attempt = attemptOf({ place: next, values }, errors);
        return next;
      }
      draft.submissionId = await createRequest(tx, ctx, {
        answers: { ...stored.answers, ...(confirmed.length > 0 && { confirmed }) },
        source: 'wizard',
        sender,
        message: draft.answers.known?.message,
      });
      first.variant = stored.answers.sistemaLicitacion;
      await endLinks(tx, 'resume', draft.id, ctx.now);
      draft.answers = emptyAnswers();
      draft.attempt = null;
      return next;
    });
    if ('sent' in saved && first.variant) countPage('enviada', first.variant);
    return saved;
  } catch (error) {
    const missing = error instanceof AppError && error.detail.fields;
    if (!missing) throw error;
    return forgetAttachments(key, missing, ctx.now);
  }
}

const OTHER_VAULT =
  'Ese documento es de la carpeta de otra cuenta. Ingresa con ella, o adjunta otro archivo.';

/**
 * Checks that all attachments may be sent and still exist. It runs before the transaction, because
 * it reads from the storage. Returns the facts that the questions of the review need.
 */
async function verifyDraft(
  key: DraftKey | null,
  sender: Pick<SignedInCtx, 'holderId' | 'may'> | null,
  now: number,
) {
  const draft = key ? await readDraft(getDb().read, key, now) : null;
  await checkAttachments(async (kind) => {
    const attachment = draft?.answers[kind];
    if (!attachment) return;
    const isSendable = sender?.holderId === attachment.holderId && sender?.may !== 'reader';
    if (attachment.holderId && !isSendable) {
      throw new AppError('not_found', { message: OTHER_VAULT });
    }
    await verifyUpload(attachment.uploadId);
  });
  return { tender: draft && (await readDraftTender(draft.answers)), uf: getEnv().uf };
}

/** Removes attachments whose files no longer exist, so that they are requested again. */
async function forgetAttachments(key: DraftKey | null, missing: FieldErrors, now: number) {
  return changeDraft(key, now, (draft) => {
    const errors: FieldErrors = {};
    for (const kind of uploadKinds) {
      const message = missing[`${kind}Url`];
      if (!message) continue;
      delete draft.answers[kind];
      errors[kind] = message;
    }
    draft.answers.answered = draft.answers.answered.filter((step) => step !== 'documentos');
    draft.attempt = attemptOf({ place: { step: 'documentos' }, values: {} }, errors);
    return nextPlace(draft.answers);
  });
}
