import { attachFiles } from '#lib/domain/documents/attached-files.ts';
import type { RequestAccess } from '#lib/domain/links/request-access.ts';
import { getLinkedRequest, getOpenLead } from '#lib/domain/requests/applicant/reads.ts';
import { messageForm } from '#lib/domain/requests/applicant/schema.ts';
import { addFiles, sendMessage } from '#lib/domain/requests/applicant/writes/files-and-messages.ts';
import { documentsInStates } from '#lib/domain/requests/requested-documents/rules.ts';
import { requestedFieldName } from '#lib/domain/requests/requested-documents/schema.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { UploadBody } from '#lib/platform/operations/files.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/** Maximum number of files per field of one form. */
const MAX_FILES_PER_FIELD = 10;

/**
 * Adds the files of a form to a sent request or message, and the text of the form to a message.
 * `envio` is an id of the page view: a form that is sent twice adds everything once. Accepted files
 * are added even if others are refused. The text is added only if no file is refused, because
 * otherwise the form shows it again. Returns what was added. Throws `validation_failed` with the
 * refused fields.
 */
export async function receiveFiles(
  ctx: RequestCtx,
  entry: RequestAccess,
  body: UploadBody,
): Promise<'documentos' | 'mensaje'> {
  const { requestedDocuments, submissionId } = await getOpenLead(entry, ctx.now);
  const requestedByField = new Map<string, number>(
    requestedDocuments.map(({ id }) => [requestedFieldName(id), id]),
  );
  // A file that is sent as `Bases o contrato` answers a request for the *bases* (the tender's
  // terms) or for the contract.
  const contract = documentsInStates(['missing'], requestedDocuments, ctx.now).find(
    ({ category }) => category === 'bases_licitacion' || category === 'contrato',
  );
  if (contract) requestedByField.set('contrato', contract.id);
  const kinds: readonly UploadKind[] = submissionId === null ? ['adicional'] : uploadKinds;
  const takesText = submissionId === null;
  const {
    attached: attachedFiles,
    fields,
    errors,
  } = await attachFiles(ctx, body, {
    fields: takesText ? ['envio', 'mensaje'] : ['envio'],
    maxPerField: MAX_FILES_PER_FIELD,
    slots: [...new Set([...kinds, ...requestedByField.keys()])],
  });
  if (attachedFiles.length > 0) {
    const files = attachedFiles.map((file) => ({
      ...file,
      requestedDocumentId: requestedByField.get(file.field),
    }));
    await addFiles(ctx, entry, { files, viewId: fields.envio });
  }
  const { mensaje: typed = '', envio: viewId = '' } = fields;
  const messageResult = typed.trim() ? messageForm.shape.mensaje.safeParse(typed) : undefined;
  const [problem] = messageResult?.error?.issues ?? [];
  if (problem) errors.mensaje = problem.message;
  if (attachedFiles.length === 0 && !messageResult && Object.keys(errors).length === 0) {
    const missingFields = documentsInStates(['missing'], requestedDocuments, ctx.now).map(
      ({ id }) => requestedFieldName(id),
    );
    const { unsentKinds } = takesText ? { unsentKinds: [] } : await getLinkedRequest(submissionId);
    const first = missingFields[0] ?? unsentKinds[0] ?? (takesText ? 'mensaje' : 'adicional');
    errors[first] =
      first === 'mensaje'
        ? 'Escribe tu mensaje o elige un archivo.'
        : 'Elige un archivo antes de enviar.';
  }
  if (Object.keys(errors).length > 0) {
    throw new AppError('validation_failed', { fields: errors });
  }
  if (messageResult?.data) await sendMessage(ctx, entry, { text: messageResult.data, viewId });
  return attachedFiles.length > 0 ? 'documentos' : 'mensaje';
}
