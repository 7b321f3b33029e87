import type { z } from 'zod';
import { readWizardValues } from '#lib/domain/accounts/reads/holders.ts';
import { listDrafts } from '#lib/domain/drafts/browser.ts';
import {
  answersFromEarlierRequest,
  answersFromMessage,
} from '#lib/domain/drafts/earlier-answers.ts';
import { hasSameOrigin, originOf, type WizardPage } from '#lib/domain/drafts/rules.ts';
import type { Attachments } from '#lib/domain/drafts/schema.ts';
import { answersForAward } from '#lib/domain/drafts/tender.ts';
import { beginDraftWith } from '#lib/domain/drafts/writes/begin-draft.ts';
import type { Link } from '#lib/domain/links/rules.ts';
import { getLinkedRequest, getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import type { anotherForm } from '#lib/domain/requests/applicant/schema.ts';
import { getFormLead, readLastContact } from '#lib/domain/requests/leads/reads/leads.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { copyUpload } from '#lib/domain/uploads/writes/copy-upload.ts';
import { holdUpload } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type Another = z.output<typeof anotherForm>;

/**
 * Begins a draft with the contact and company of an own request. Returns the draft's first page.
 * Throws `not_found`, and the errors of `beginDraftWith`.
 */
export async function beginAnother(
  ctx: SignedInCtx,
  id: number,
  another: Another,
): Promise<WizardPage> {
  const { answers } = await getOwnRequest(ctx, id);
  return beginFromRequest(ctx, id, {
    ...another,
    answers: { ...answers, ...(await readContact(ctx, answers)) },
  });
}

/** Like `beginAnother`, but for the request that a link shows, without an account. */
export async function beginAnotherLinked(
  ctx: RequestCtx,
  { subject }: Link,
  another: Another,
): Promise<WizardPage> {
  const { id, answers } = await getLinkedRequest(Number(subject));
  return beginFromRequest(ctx, id, { ...another, answers });
}

/**
 * Begins a draft with the content of a message and copies of its first two files. Returns the first
 * page of the draft. Throws `not_found`, and the errors of `beginDraftWith`.
 */
export async function beginFromMessage(ctx: RequestCtx, { subject }: Link): Promise<WizardPage> {
  const { id, answers } = await getFormLead(Number(subject));
  const begun = answersFromMessage(id, answers);
  const drafts = await listDrafts(ctx);
  const isBegun = drafts.some((draft) => hasSameOrigin(draft.answers, originOf(begun)));
  const attached = isBegun ? {} : await copyFiles(ctx, id);
  return beginDraftWith(ctx, { ...begun, ...attached }, async (tx, draftId) => {
    for (const { uploadId } of Object.values(attached)) await holdUpload(tx, uploadId, draftId);
  });
}

type FirstFiles = Omit<Attachments, 'more'>;

/** Copies the files of a message for a draft. A file that cannot be copied is left out. */
async function copyFiles(ctx: RequestCtx, leadId: number): Promise<FirstFiles> {
  const documents = (await findLeadWithDocuments(leadId))?.requestedDocuments ?? [];
  const files = documents.flatMap((document) => document.files);
  const attachments: FirstFiles = {};
  for (const [n, kind] of uploadKinds.entries()) {
    const file = files.filter(({ verdict }) => verdict === 'clean')[n];
    if (!file) break;
    try {
      attachments[kind] = await copyUpload(file.id, { kind, sender: senderOf(ctx) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return attachments;
}

/**
 * Returns the contact for the new draft: the account's e-mail and, if a colleague sent the request,
 * also the account's name and phone.
 */
async function readContact(ctx: SignedInCtx, { email }: { email: string }) {
  if (email === ctx.email || !ctx.companyId) return { email: ctx.email };
  const [last, values] = await Promise.all([readLastContact(ctx), readWizardValues(ctx)]);
  const { nombreSolicitante = '', telefonoSolicitante = '' } = { ...last, ...values };
  return { email: ctx.email, nombreSolicitante, telefonoSolicitante };
}

async function beginFromRequest(
  ctx: RequestCtx,
  submissionId: number,
  { answers, para }: Another & { answers: StoredAnswers },
): Promise<WizardPage> {
  const begun = para
    ? await answersForAward(submissionId, answers)
    : answersFromEarlierRequest(submissionId, answers);
  return beginDraftWith(ctx, begun, (tx) => getGuaranteeRequest(submissionId, tx));
}
