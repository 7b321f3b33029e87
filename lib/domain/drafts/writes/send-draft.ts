import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { type DraftKey, findDraft } from '#lib/domain/drafts/reads.ts';
import { listOpenQuestions, listReviewQuestions } from '#lib/domain/drafts/review-questions.ts';
import { emptyAnswers, nextPage } from '#lib/domain/drafts/rules.ts';
import { attachmentsOf, consentForm } from '#lib/domain/drafts/schema.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import { keyOfQuestions, toStoredAnswers } from '#lib/domain/drafts/view.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { countPage, type Variant } from '#lib/domain/drafts/writes/count-page.ts';
import { attemptOf } from '#lib/domain/drafts/writes/save-page.ts';
import { setAttachments } from '#lib/domain/drafts/writes/set-attachments.ts';
import { endLinks } from '#lib/domain/links/writes.ts';
import { createRequest, missingFileText } from '#lib/domain/requests/submissions/writes.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { releaseUpload } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { AppError, errorStatus, type FieldErrors } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { GuestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Creates the request from the draft and marks the draft as sent. One transaction does both, so a
 * second click finds the draft sent. If an answer is missing or a question is not confirmed,
 * returns the page for it.
 */
export async function sendDraft(
  ctx: GuestCtx,
  key: DraftKey | null,
  values: Record<string, string>,
): Promise<SaveResult> {
  const sentRequest: { variant?: Variant } = {};
  const consentResult = consentForm.safeParse(values);
  try {
    const sender = await findSignedInCtx(ctx);
    const { refused: refusedFiles, ...facts } = await verifyDraft(key, sender, ctx.now);
    if (refusedFiles.length > 0) return forgetAttachments(key, refusedFiles, ctx.now);
    const saved = await changeDraft(key, ctx.now, async (draft, tx) => {
      const next = nextPage(draft.answers);
      if (next.step !== 'revisar') return next;
      const conversion = toStoredAnswers(draft.answers);
      const open = listOpenQuestions(draft.answers, facts);
      const isShown = open.length === 0 || values.preguntas === keyOfQuestions(open);
      const confirmedTexts = listReviewQuestions(draft.answers, facts).map(({ text }) => text);
      if (isShown && consentResult.success) draft.answers.confirmed = confirmedTexts;
      if ('errors' in conversion || !consentResult.success || !isShown) {
        const errors = {
          ...('errors' in conversion && conversion.errors),
          ...(!isShown && { preguntas: 'Antes de enviar, mira lo que te preguntamos.' }),
          ...(consentResult.error && fieldErrors(consentResult.error)),
        };
        draft.attempt = attemptOf({ page: next, values }, errors);
        return next;
      }
      const further = draft.answers.more ?? [];
      for (const { uploadId } of further) await releaseUpload(tx, uploadId, draft.id);
      draft.submissionId = await createRequest(tx, ctx, {
        further,
        answers: {
          ...conversion.answers,
          ...(confirmedTexts.length > 0 && { confirmed: confirmedTexts }),
        },
        source: 'wizard',
        sender,
        message: draft.answers.known?.message,
      });
      sentRequest.variant = conversion.answers.sistemaLicitacion;
      await endLinks(tx, 'resume', draft.id, ctx.now);
      draft.answers = emptyAnswers();
      draft.attempt = null;
      return next;
    });
    if ('sent' in saved && sentRequest.variant) countPage('enviada', sentRequest.variant);
    return saved;
  } catch (error) {
    const missingFields = error instanceof AppError && error.detail.fields;
    if (!missingFields) throw error;
    // A file disappeared at the last moment, so all files of its kind must be attached again.
    const kinds = uploadKinds.filter((kind) => missingFields[`${kind}Url`]);
    const refused = kinds.map((kind) => ({ kind, message: missingFields[`${kind}Url`] ?? '' }));
    return forgetAttachments(key, refused, ctx.now);
  }
}

const OTHER_VAULT =
  'Ese documento es de la carpeta de otra cuenta. Ingresa con ella, o adjunta otro archivo.';

/** A file that cannot be sent; without `uploadId`, all files of its kind. */
type RefusedFile = { kind: UploadKind; uploadId?: string; message: string };

/**
 * Finds the attachments that may not be sent or no longer exist. It runs before the transaction,
 * because it reads from the storage. Also returns the facts that the questions of the review need.
 */
async function verifyDraft(
  key: DraftKey | null,
  sender: Pick<SignedInCtx, 'holderId' | 'memberRole'> | null,
  now: number,
) {
  const draft = key ? await findDraft(getDb().read, key, now) : null;
  const files = uploadKinds.flatMap((kind) =>
    attachmentsOf(draft?.answers ?? {}, kind).map((file) => ({ kind, ...file })),
  );
  const refusedFiles: RefusedFile[] = [];
  const verify = async ({ kind, uploadId, holderId }: (typeof files)[number]) => {
    try {
      const isSendable = sender?.holderId === holderId && sender?.memberRole !== 'reader';
      if (holderId && !isSendable) throw new AppError('not_found', { message: OTHER_VAULT });
      await verifyUpload(uploadId);
    } catch (error) {
      // A failure of the service is not the file's fault, so it is thrown.
      if (!(error instanceof AppError) || errorStatus[error.code] >= 500) throw error;
      refusedFiles.push({ kind, uploadId, message: error.detail.message ?? missingFileText });
    }
  };
  await Promise.all(files.map(verify));
  return {
    refused: refusedFiles,
    tender: draft && (await findDraftTender(draft.answers)),
    uf: getEnv().uf,
  };
}

/** Removes attachments that cannot be sent. Their page then asks for them again. */
async function forgetAttachments(key: DraftKey | null, refusedFiles: RefusedFile[], now: number) {
  return changeDraft(key, now, (draft) => {
    const errors: FieldErrors = {};
    for (const { kind, uploadId, message } of refusedFiles) {
      const files = attachmentsOf(draft.answers, kind);
      const name = files.find((file) => file.uploadId === uploadId)?.fileName;
      const text = files.length > 1 && name ? `${name}: ${message}` : message;
      errors[kind] = [errors[kind], text].filter(Boolean).join(' ');
    }
    for (const kind of uploadKinds) {
      const remainingFiles = attachmentsOf(draft.answers, kind).filter(
        (file) =>
          !refusedFiles.some(
            (bad) => bad.kind === kind && (bad.uploadId ?? file.uploadId) === file.uploadId,
          ),
      );
      setAttachments(draft.answers, kind, remainingFiles);
    }
    draft.answers.answered = draft.answers.answered.filter((step) => step !== 'documentos');
    draft.attempt = attemptOf({ page: { step: 'documentos' }, values: {} }, errors);
    return nextPage(draft.answers);
  });
}
