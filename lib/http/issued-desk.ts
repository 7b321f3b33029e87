import { leadId } from '#lib/domain/inbox/schema.ts';
import { issuedLabels } from '#lib/domain/issued/copy.ts';
import { issuedBody, issuedId, itemPosition } from '#lib/domain/issued/schema.ts';
import { typedEvent, typedIssued } from '#lib/domain/issued/typed.ts';
import { addGuaranteeEvent } from '#lib/domain/issued/writes/add-event.ts';
import { recordIssued } from '#lib/domain/issued/writes/record-guarantee.ts';
import { storeDocument } from '#lib/domain/issued/writes/store-document.ts';
import { consuming } from '#lib/domain/uploads/buffered-file.ts';
import { readMultipart } from '#lib/http/multipart.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError, type FieldErrors } from '#lib/platform/errors.ts';
import { fieldErrors } from '#lib/platform/fields.ts';
import { defineOperation, defineStream, goTo } from '#lib/platform/operation.ts';

const limit = { name: 'guarantees/issued-desk', points: 60, seconds: 600, per: 'account' } as const;

/** What the form of a record asks beside its file. */
export const issueFields = [...Object.keys(issuedLabels), 'documentId', 'differenceReason'];

/** A record and its document in one form: what was refused leaves both with the page. */
export const postIssueForm = defineStream({
  method: 'POST',
  path: '/admin/leads/{id}/emision/{item}/guardar',
  auth: 'admin',
  limit,
  accepts: 'multipart/form-data',
  form: { fields: issuedBody, file: 'file' },
  params: leadId.extend({ item: itemPosition }),
  reply: goTo,
  summary: 'Record what was issued for a requested guarantee, with its document',
  handler: async (ctx, { params: { id, item } }, request) => {
    const typed: Record<string, string> = {};
    ctx.out.typed = typed;
    const { maxUploadBytes: maxBytes } = getEnv();
    const options = { maxBytes, fields: issueFields, fileFields: ['file'], typed };
    const { file } = (await readMultipart(request, options)).files;
    const errors: FieldErrors = {};
    if (file) {
      const stored = await consuming(file, () => storeDocument(ctx, file)).catch(refusedFile);
      if (typeof stored === 'string') typed.documentId = stored;
      else Object.assign(errors, stored);
    }
    const parsed = typedIssued.safeParse({ ...typed, item });
    if (!parsed.success) throw refused({ ...fieldErrors(parsed.error), ...errors });
    if (errors.file) throw refused(errors);
    await recordIssued(ctx, id, parsed.data).catch((error) => {
      throw error instanceof AppError && error.detail.fields ? refused(error.detail.fields) : error;
    });
    const list = new URL(request.url).searchParams.get('lista');
    const back = list ? `&${new URLSearchParams({ lista: list })}` : '';
    return `/admin/leads/${id}?aviso=registrada${back}#emision`;
  },
});

function refusedFile(error: unknown): FieldErrors {
  if (error instanceof AppError && error.code === 'invalid_file') return error.detail.fields ?? {};
  throw error;
}

/** What is wrong with the document is said at its file. */
function refused({ documentId, ...fields }: FieldErrors): AppError {
  const about = documentId ? { file: documentId, ...fields } : fields;
  return new AppError('validation_failed', { fields: about });
}

export const postDeskEvent = defineOperation({
  method: 'POST',
  path: '/admin/garantias/{id}/evento',
  auth: 'admin',
  limit,
  params: issuedId,
  body: typedEvent,
  reply: goTo,
  errors: ['conflict', 'forbidden'],
  summary: 'Say what became of a guarantee',
  handler: async (ctx, { params, body: { clave, ...event } }) => {
    await addGuaranteeEvent(ctx, params.id, event, clave);
    return `?aviso=${event.kind}#historia`;
  },
});
