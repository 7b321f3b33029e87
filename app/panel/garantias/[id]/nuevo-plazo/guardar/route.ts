import {
  extensionFields,
  receiveExtension,
} from '#lib/domain/issued-guarantees/receive-extension.ts';
import { extensionBody, issuedParams } from '#lib/domain/issued-guarantees/schema.ts';
import { uploadForm } from '#lib/http/forms/form-route.ts';

/** Records an extension or a replacement that the company got elsewhere. */
export const { GET, POST } = uploadForm({
  auth: 'signedIn',
  limit: { name: 'guarantees/issued-form', points: 60, seconds: 600, per: 'account' },
  params: issuedParams,
  form: { fields: extensionBody, file: 'file' },
  keep: extensionFields,
  handler: async (ctx, { params }, received) =>
    `/panel/garantias/${await receiveExtension(ctx, params.id, received)}?aviso=extendida`,
});
