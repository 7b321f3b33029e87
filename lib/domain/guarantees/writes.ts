import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import type { Submission } from '#lib/domain/guarantees/schema.ts';
import type { Attachment, StoredAnswers } from '#lib/domain/guarantees/view.ts';
import { createLead, leadMailLane, leadTeamLane } from '#lib/domain/leads/writes.ts';
import { addLinks } from '#lib/domain/links/writes.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { verifyUpload } from '#lib/domain/uploads/access.ts';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { keepUploads } from '#lib/domain/uploads/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { AppError, errorStatus, type FieldErrors } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';
import { hashToken } from '#lib/platform/secrets.ts';

type NewRequest = {
  answers: StoredAnswers;
  source: 'api' | 'wizard';
  idempotency?: { key: string; bodyHash: string } | undefined;
};

/**
 * The API's submission. Attachments that this service issued must have arrived; the same
 * idempotency key with the same body answers with the first id, with another body `conflict`.
 */
export async function submitRequest(
  ctx: GuestCtx,
  body: Submission,
  idempotencyKey?: string,
): Promise<number> {
  const idempotency = idempotencyOf(body, idempotencyKey);
  const { contratoUrl, adicionalUrl, ...rest } = body;
  if (idempotency && (contratoUrl || adicionalUrl)) {
    // Before the store is asked for them: what was accepted is answered with the store down as well.
    const accepted = await findByIdempotencyKey(getDb().read, idempotency);
    if (accepted) return accepted;
  }
  const [contrato, adicional] = await resolveAttachments({ contratoUrl, adicionalUrl });
  const answers: StoredAnswers = {
    ...rest,
    ...(contrato && { contrato }),
    ...(adicional && { adicional }),
  };
  const id = await getDb().write(async (tx) => {
    const earlier = idempotency && (await findByIdempotencyKey(tx, idempotency));
    return earlier ?? createRequest(tx, ctx, { answers, source: 'api', idempotency });
  });
  wakeDeliveries();
  return id;
}

/** Whether this very request was received under this key. */
export async function isRepeated(body: Submission, idempotencyKey?: string): Promise<boolean> {
  const idempotency = idempotencyOf(body, idempotencyKey);
  if (!idempotency) return false;
  const [row] = await getDb()
    .read.select({ bodyHash: submissions.bodyHash })
    .from(submissions)
    .where(eq(submissions.idempotencyKey, idempotency.key))
    .limit(1);
  return row?.bodyHash === idempotency.bodyHash;
}

/** Inside a write: the row, its uploads kept, its lead, its mails queued. Returns the submission's id. */
export async function createRequest(tx: Tx, ctx: GuestCtx, request: NewRequest): Promise<number> {
  const { answers, idempotency } = request;
  const publicSide = answers.sistemaLicitacion === 'chilecompra' ? answers : undefined;
  const privateSide = answers.sistemaLicitacion === 'privados' ? answers : undefined;
  const contact = {
    email: answers.email,
    rut: publicSide?.rutEmpresaOferente ?? privateSide?.rutEmpresaContratista,
    tenderId: publicSide?.idLicitacion,
  };
  const [row] = await tx
    .insert(submissions)
    .values({
      ...contact,
      sistema: answers.sistemaLicitacion,
      source: request.source,
      nombre: answers.nombreSolicitante,
      telefono: answers.telefonoSolicitante,
      answers: JSON.stringify(answers),
      consentVersion: privacyVersion,
      consentAddress: ctx.address,
      requestId: ctx.requestId,
      idempotencyKey: idempotency?.key,
      bodyHash: idempotency?.bodyHash,
      createdAt: ctx.now,
    })
    .returning({ id: submissions.id });
  if (!row) throw new Error('the insert returned no row');
  await keepAttachments(tx, answers, { submissionId: row.id, now: ctx.now });
  const leadId = await createLead(tx, ctx, {
    ...contact,
    kind: 'garantia',
    submissionId: row.id,
    name: answers.nombreSolicitante,
    phone: answers.telefonoSolicitante,
    company: publicSide?.nombreEmpresaOferente ?? privateSide?.nombreEmpresaContratista,
    answers: {},
  });
  const { now } = ctx;
  const submissionId = row.id;
  const linkId = await addLinks(tx, {
    kind: 'receipt',
    subject: String(submissionId),
    email: answers.email,
    now,
  });
  await enqueueDelivery(tx, {
    lane: leadTeamLane(leadId),
    kind: 'guarantee.internal-mail',
    payload: { submissionId },
    now,
  });
  await enqueueDelivery(tx, {
    lane: leadMailLane(leadId),
    kind: 'guarantee.acknowledgement',
    payload: { submissionId, linkId },
    now,
  });
  return row.id;
}

async function findByIdempotencyKey(
  tx: Pick<Tx, 'select'>,
  { key, bodyHash }: { key: string; bodyHash: string },
) {
  const [row] = await tx
    .select({ id: submissions.id, bodyHash: submissions.bodyHash })
    .from(submissions)
    .where(eq(submissions.idempotencyKey, key))
    .limit(1);
  if (row && row.bodyHash !== bodyHash) throw new AppError('conflict');
  return row?.id;
}

async function resolveAttachments(
  urls: Record<'contratoUrl' | 'adicionalUrl', string | undefined>,
) {
  const fields: FieldErrors = {};
  const resolve = async (field: keyof typeof urls): Promise<Attachment | undefined> => {
    const url = urls[field];
    if (!url) return undefined;
    try {
      const uploadId = uploadIdOfUrl(url);
      if (!uploadId) return { externalUrl: url };
      const { fileName, size } = await verifyUpload(uploadId);
      return { uploadId, fileName, size };
    } catch (error) {
      fields[field] = attachmentProblem(error);
      return undefined;
    }
  };
  const resolved = await Promise.all([resolve('contratoUrl'), resolve('adicionalUrl')]);
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
  return resolved;
}

async function keepAttachments(
  tx: Tx,
  answers: StoredAnswers,
  keeping: { submissionId: number; now: number },
): Promise<void> {
  const fields: FieldErrors = {};
  for (const name of ['contrato', 'adicional'] as const) {
    const attachment = answers[name];
    if (!attachment || !('uploadId' in attachment)) continue;
    const missing = await keepUploads(tx, [attachment.uploadId], keeping);
    if (missing.length > 0) fields[`${name}Url`] = missingFile;
  }
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
}

/** Why an attachment cannot be sent along, for its field; what is our own failure is thrown on. */
export function attachmentProblem(error: unknown): string {
  if (!(error instanceof AppError) || errorStatus[error.code] >= 500) throw error;
  return error.detail.message ?? missingFile;
}

const missingFile = 'No recibimos ese archivo o ya venció. Súbelo otra vez.';

function idempotencyOf(body: Submission, key: string | undefined) {
  if (!key) return undefined;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return { key: hashToken(key), bodyHash };
}
