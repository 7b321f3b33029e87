import { attachFiles } from '#lib/domain/documents/attached-files.ts';
import type { RequestAccess } from '#lib/domain/links/entries.ts';
import { getLinkedRequest, getOpenLead } from '#lib/domain/requests/applicant/reads.ts';
import { addFiles } from '#lib/domain/requests/applicant/writes.ts';
import { requestedBy } from '#lib/domain/requests/requested-documents/rules.ts';
import { requestedField } from '#lib/domain/requests/requested-documents/schema.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { UploadBody } from '#lib/platform/operations/files.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/** Maximum number of files per field of one form. */
const MAX_AT_ONCE = 10;

/**
 * Adds the files of a form to a sent request or message. `envio` is an id of the page view, so that
 * a form that is sent twice adds its files once. Throws `validation_failed` with the refused
 * fields.
 */
export async function receiveFiles(
  ctx: RequestCtx,
  entry: RequestAccess,
  received: UploadBody,
): Promise<void> {
  const { requestedDocuments, submissionId } = await getOpenLead(entry, ctx.now);
  const requestedByField = new Map<string, number>(
    requestedDocuments.map(({ id }) => [requestedField(id), id]),
  );
  // A file sent as `Bases o contrato` answers the request for such a document.
  const contract = requestedBy(['missing'], requestedDocuments, ctx.now).find(
    ({ category }) => category === 'bases_licitacion' || category === 'contrato',
  );
  if (contract) requestedByField.set('contrato', contract.id);
  const kinds: readonly UploadKind[] = submissionId === null ? ['adicional'] : uploadKinds;
  const { attached, fields, errors } = await attachFiles(ctx, received, {
    fields: ['envio'],
    maxPerField: MAX_AT_ONCE,
    slots: [...new Set([...kinds, ...requestedByField.keys()])],
  });
  if (attached.length > 0) {
    const files = attached.map((file) => ({
      ...file,
      requestedDocumentId: requestedByField.get(file.field),
    }));
    await addFiles(ctx, entry, { files, viewId: fields.envio });
  }
  if (attached.length === 0 && Object.keys(errors).length === 0) {
    const missingFields = requestedBy(['missing'], requestedDocuments, ctx.now).map(({ id }) =>
      requestedField(id),
    );
    const { missing } =
      submissionId === null ? { missing: [] } : await getLinkedRequest(submissionId);
    const first = missingFields[0] ?? missing[0] ?? 'adicional';
    errors[first] = 'Elige un archivo antes de enviar.';
  }
  if (Object.keys(errors).length > 0) {
    throw new AppError('validation_failed', { fields: errors });
  }
}
