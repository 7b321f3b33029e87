import { sql } from 'drizzle-orm';
import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { addLinks } from '#lib/domain/links/writes.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { prepareAcknowledgement } from '#lib/domain/requests/leads/acknowledgement.ts';
import { findFormKind } from '#lib/domain/requests/leads/reads/leads.ts';
import { leadMailPartition, leadTeamPartition } from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { createLead } from '#lib/domain/requests/leads/writes/create-lead.ts';
import { inboxColumns } from '#lib/domain/requests/submissions/inbox-columns.ts';
import type { Submission } from '#lib/domain/requests/submissions/schema.ts';
import type { Attachment, StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { addUploadsToRequest, markUploadsKept } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { findRepeatedWrite, type Repetition, repetitionOf } from '#lib/platform/db/idempotency.ts';
import { insertRow } from '#lib/platform/db/insert-row.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { AppError, errorStatus, type FieldErrors } from '#lib/platform/operations/errors.ts';
import type { GuestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type NewRequest = {
  answers: StoredAnswers;
  source: 'api' | 'wizard';
  repetition?: Repetition | undefined;
  sender: SignedInCtx | null;
  /**
   * The second and later files of each kind. The request gets them like files that are added later.
   */
  further?: readonly { uploadId: string; kind: UploadKind }[] | undefined;
  /** Lead id of the message from which the request was begun. */
  message?: number | undefined;
};

/**
 * Stores a request and returns its number. The same key stores it once. Throws `conflict` if the
 * key comes with another body.
 */
export async function submitRequest(
  ctx: GuestCtx,
  body: Submission,
  idempotencyKey?: string,
): Promise<number> {
  const repetition = repetitionOf(idempotencyKey, body);
  const { contratoUrl, adicionalUrl, ...rest } = body;
  if (repetition && (contratoUrl || adicionalUrl)) {
    // A repetition is answered before the storage is read, so it works while the storage is down.
    const acceptedId = await findRepeatedWrite(submissions, repetition);
    if (acceptedId) return acceptedId;
  }
  const answers: StoredAnswers = {
    ...rest,
    ...(await resolveAttachments({ contrato: contratoUrl, adicional: adicionalUrl })),
  };
  const sender = await findSignedInCtx(ctx);
  return getDb().write(async (tx) => {
    const earlierId = repetition && (await findRepeatedWrite(submissions, repetition, tx));
    return earlierId ?? createRequest(tx, ctx, { answers, source: 'api', repetition, sender });
  });
}

/**
 * Returns a number above those of all submissions and leads, because a request and its lead have
 * the same one. The same query also returns name and closing (ms) of the tender, if they are known,
 * which saves a round trip.
 */
async function chooseNumberAndTender(tx: Tx, tenderId = '') {
  const [row] = await tx.all<{ next: number | null; closesAt: number | null; name: string | null }>(
    sql`select max(seq) + 1 as next,
        (select closes_at from marketplace_tenders where code = ${tenderId}) as closesAt,
        (select name from marketplace_tenders where code = ${tenderId}) as name
      from sqlite_sequence where name in ('submissions', 'leads')`,
  );
  const tender = { closesAt: row?.closesAt ?? undefined, tenderName: row?.name ?? undefined };
  return { submissionId: row?.next ?? 1, tender };
}

type MessageLink = {
  leadId: number;
  submissionId: number;
  message?: number | undefined;
  email: string;
  now: number;
};

/**
 * Links a request and the message from which it was begun, in both histories. A message with
 * another e-mail is not linked, because its page belongs to the owner of that e-mail.
 */
async function linkMessage(
  tx: Tx,
  { leadId, submissionId, message: messageId, email, now }: MessageLink,
) {
  if (messageId === undefined) return;
  const kind = await findFormKind(messageId, email, tx);
  if (!kind) return;
  const added = { actor: 'system', at: now };
  const requested = { kind: 'requested', request: submissionId } as const;
  const from = { kind: 'requested', message: { kind, id: messageId } } as const;
  await addLeadEvent(tx, { leadId: messageId, event: requested, ...added });
  await addLeadEvent(tx, { leadId, event: from, ...added });
}

/**
 * Stores a request, keeps its uploads, creates its lead and queues its mails. Returns its number.
 */
export async function createRequest(tx: Tx, ctx: GuestCtx, request: NewRequest): Promise<number> {
  const { answers, repetition, sender } = request;
  const publicSide = answers.sistemaLicitacion === 'chilecompra' ? answers : undefined;
  const privateSide = answers.sistemaLicitacion === 'privados' ? answers : undefined;
  const contact = {
    email: answers.email,
    rut: publicSide?.rutEmpresaOferente ?? privateSide?.rutEmpresaContratista,
    tenderId: publicSide?.idLicitacion,
  };
  const { now } = ctx;
  const { submissionId, tender } = await chooseNumberAndTender(tx, contact.tenderId);
  await insertRow(tx, submissions, {
    id: submissionId,
    ...contact,
    sistema: answers.sistemaLicitacion,
    source: request.source,
    nombre: answers.nombreSolicitante,
    telefono: answers.telefonoSolicitante,
    answers,
    sentByGuest: sender === null,
    consentVersion: privacyVersion,
    consentIp: ctx.ip,
    requestId: ctx.requestId,
    ...repetition,
    createdAt: now,
  });
  await markAttachmentsKept(tx, answers, { submissionId, now });
  const leadId = await createLead(tx, ctx, {
    ...contact,
    id: submissionId,
    kind: 'garantia',
    submissionId,
    companyId: sender && sender.memberRole !== 'reader' ? sender.companyId : undefined,
    name: answers.nombreSolicitante,
    phone: answers.telefonoSolicitante,
    company: publicSide?.nombreEmpresaOferente ?? privateSide?.nombreEmpresaContratista,
    answers: {},
    ...inboxColumns(answers),
  });
  await keepFurtherFiles(tx, request.further ?? [], { submissionId, leadId, now });
  await linkMessage(tx, { leadId, submissionId, ...request, email: answers.email, now });
  // The audit trail of a company says which member sent the request. A person's trail does not need
  // this event.
  if (sender?.companyId && sender.memberRole !== 'reader') {
    const subject = String(submissionId);
    await audit(tx, sender, { accountId: sender.holderId, action: 'request.sent', subject });
  }
  const linkId = await addLinks(tx, {
    kind: 'receipt',
    subject: String(submissionId),
    email: answers.email,
    now,
  });
  await enqueueDelivery(tx, {
    partition: leadTeamPartition(leadId),
    kind: 'guarantee.internal-mail',
    payload: { submissionId, ...tender },
    now,
  });
  await enqueueDelivery(tx, {
    partition: leadMailPartition(leadId),
    kind: 'guarantee.acknowledgement',
    payload: {
      submissionId,
      linkId,
      ...tender,
      ...(await prepareAcknowledgement(tx, { signedInAs: sender?.email, ...contact, now })),
    },
    now,
  });
  return submissionId;
}

/** Looks up name and size of uploads to this service. Other URLs are kept unchanged. */
async function resolveAttachments(urls: Record<UploadKind, string | undefined>) {
  const attachments: Partial<Record<UploadKind, Attachment>> = {};
  await checkAttachments(async (kind) => {
    const url = urls[kind];
    const uploadId = url && uploadIdOfUrl(url);
    if (uploadId) {
      const { fileName, size } = await verifyUpload(uploadId);
      attachments[kind] = { uploadId, fileName, size };
    } else if (url) attachments[kind] = { externalUrl: url };
  });
  return attachments;
}

async function checkAttachments(check: (kind: UploadKind) => Promise<void>): Promise<void> {
  const fields: FieldErrors = {};
  const checkOne = async (kind: UploadKind) => {
    try {
      await check(kind);
    } catch (error) {
      // A failure of the service is not the file's fault, so it is thrown.
      if (!(error instanceof AppError) || errorStatus[error.code] >= 500) throw error;
      fields[`${kind}Url`] = error.detail.message ?? missingFileText;
    }
  };
  await Promise.all(uploadKinds.map(checkOne));
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
}

async function markAttachmentsKept(
  tx: Tx,
  answers: StoredAnswers,
  target: { submissionId: number; now: number },
): Promise<void> {
  const ids = new Map(
    uploadKinds.flatMap((kind) => {
      const attachment = answers[kind];
      return attachment && 'uploadId' in attachment ? [[kind, attachment.uploadId] as const] : [];
    }),
  );
  const missing = await markUploadsKept(tx, [...ids.values()], target);
  if (missing.length === 0) return;
  const missingIds = [...ids].filter(([, id]) => missing.includes(id));
  const fields = Object.fromEntries(missingIds.map(([kind]) => [`${kind}Url`, missingFileText]));
  throw new AppError('validation_failed', { fields });
}

async function keepFurtherFiles(
  tx: Tx,
  files: NonNullable<NewRequest['further']>,
  target: { submissionId: number; leadId: number; now: number },
): Promise<void> {
  if (files.length === 0) return;
  const newUploads = files.map(({ uploadId }) => ({
    uploadId,
    requestedDocumentId: undefined,
    vaultOf: null,
  }));
  const { missing: missingIds } = await addUploadsToRequest(tx, newUploads, target);
  const lost = files.filter(({ uploadId }) => missingIds.includes(uploadId));
  if (lost.length === 0) return;
  const fields = Object.fromEntries(lost.map(({ kind }) => [`${kind}Url`, missingFileText]));
  throw new AppError('validation_failed', { fields });
}

export const missingFileText = 'No recibimos ese archivo o ya venció. Súbelo otra vez.';
