import { z } from 'zod';
import { categorizeBody } from '#lib/domain/documents/schema.ts';
import { categorizeDocuments } from '#lib/domain/documents/writes/categorize-documents.ts';
import {
  discardUncategorized,
  restoreUncategorized,
} from '#lib/domain/documents/writes/discard-uncategorized.ts';
import { form } from '#lib/http/forms/form-route.ts';

const fileId = z.string().max(64).optional();
const body = categorizeBody.extend({ descartar: fileId, recuperar: fileId });

/**
 * Stores category and date of uploaded files. With `descartar` it deletes only that file instead,
 * and with `recuperar` it brings that one back.
 */
export const { GET, POST } = form({
  auth: 'signedIn',
  limit: { name: 'documents/place', points: 120, seconds: 600, per: 'account' },
  body: z.record(z.string(), z.string()).transform(groupById).pipe(body),
  keep: ['doc.*'],
  handler: async (ctx, { body }) => {
    if (body.descartar) {
      await discardUncategorized(ctx, body.descartar);
      return `/panel/documentos/ordenar?descartado=${encodeURIComponent(body.descartar)}`;
    }
    if (body.recuperar) {
      await restoreUncategorized(ctx, body.recuperar);
      return '/panel/documentos/ordenar?aviso=recuperado';
    }
    const categorizedCount = await categorizeDocuments(ctx, body.doc);
    return `/panel/documentos?aviso=${categorizedCount > 0 ? `subido&n=${categorizedCount}` : 'descartado'}`;
  },
});

type GroupedFields = {
  doc: Record<string, Record<string, string>>;
  descartar?: string | undefined;
  recuperar?: string | undefined;
};

/**
 * Groups fields such as `doc.<id>.category` by id. If some files have a category, those without one
 * are left for later.
 */
function groupById(fields: Record<string, string>): GroupedFields {
  const doc: Record<string, Record<string, string>> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [, id, field] = /^doc\.([\w-]{1,64})\.(\w+)$/.exec(name) ?? [];
    if (id && field) doc[id] = { ...doc[id], [field]: value };
  }
  const categorizedEntries = Object.entries(doc).filter(([, { category }]) => category);
  const { descartar, recuperar } = fields;
  const one = { descartar, recuperar };
  return {
    ...one,
    doc: categorizedEntries.length > 0 ? Object.fromEntries(categorizedEntries) : doc,
  };
}
