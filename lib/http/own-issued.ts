import { issuedLabels } from '#lib/domain/issued/copy.ts';
import { ownGuaranteeBody } from '#lib/domain/issued/schema.ts';
import { typedOwn } from '#lib/domain/issued/typed.ts';
import { recordOwn } from '#lib/domain/issued/writes/record-guarantee.ts';
import { storeDocument } from '#lib/domain/issued/writes/store-document.ts';
import { consuming } from '#lib/domain/uploads/buffered-file.ts';
import { readMultipart } from '#lib/http/multipart.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { fieldErrors } from '#lib/platform/fields.ts';
import { defineStream, goTo } from '#lib/platform/operation.ts';

/** `subido`: the file that came with the form before, kept while the rest was refused. */
export const ownFields = [...Object.keys(issuedLabels), 'documentId', 'subido'];

/** With a document of the vault (`documentId`), a file, or none. */
export const postOwnForm = defineStream({
  method: 'POST',
  path: '/panel/garantias/nueva/guardar',
  auth: 'member',
  limit: { name: 'guarantees/issued-form', points: 60, seconds: 600, per: 'account' },
  accepts: 'multipart/form-data',
  form: { fields: ownGuaranteeBody, file: 'file' },
  reply: goTo,
  summary: 'Record a guarantee that the company has already',
  handler: async (ctx, _input, request) => {
    const typed: Record<string, string> = {};
    ctx.out.typed = typed;
    const { maxUploadBytes: maxBytes } = getEnv();
    const form = { maxBytes, fields: ownFields, fileFields: ['file'], typed };
    const { file } = (await readMultipart(request, form)).files;
    if (file) {
      await consuming(file, async () => {
        if (typed.documentId) throw refused({ documentId: ONE_ONLY });
        typed.subido = await storeDocument(ctx, file);
      });
    }
    const { subido: uploadId, ...texts } = typed;
    const parsed = typedOwn.safeParse(texts);
    if (!parsed.success) throw refused(fieldErrors(parsed.error));
    const { documentId } = parsed.data;
    const { id } = await recordOwn(ctx, parsed.data, documentId ? undefined : uploadId);
    return `/panel/garantias/${id}?aviso=registrada`;
  },
});

const ONE_ONLY = 'Elige uno solo: el archivo que subes o el de tu carpeta.';

const refused = (fields: Record<string, string>) => new AppError('validation_failed', { fields });
