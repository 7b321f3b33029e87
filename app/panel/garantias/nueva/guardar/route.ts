import { ownFields, receiveOwn } from '#lib/domain/issued-guarantees/receive-record.ts';
import { ownGuaranteeBody } from '#lib/domain/issued-guarantees/schema.ts';
import { uploadForm } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = uploadForm({
  auth: 'signedIn',
  limit: { name: 'guarantees/issued-form', points: 60, seconds: 600, per: 'account' },
  form: { fields: ownGuaranteeBody, file: 'file' },
  keep: ownFields,
  handler: async (ctx, _, received) =>
    `/panel/garantias/${await receiveOwn(ctx, received)}?aviso=registrada`,
});
