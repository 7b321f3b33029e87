import { z } from 'zod';
import { fromList } from '#components/admin/lead/lead-form.ts';
import { issueFields, receiveIssued } from '#lib/domain/issued-guarantees/receive-record.ts';
import { issuedBody, itemPosition } from '#lib/domain/issued-guarantees/schema.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { uploadForm } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = uploadForm({
  auth: 'admin',
  limit: { name: 'guarantees/issued-desk', points: 60, seconds: 600, per: 'account' },
  form: { fields: issuedBody, file: 'file' },
  params: leadParams.extend({ item: itemPosition }),
  query: z.object({ lista: z.string().optional().catch(undefined) }),
  keep: issueFields,
  handler: async (ctx, { params, query: { lista } }, received) => {
    await receiveIssued(ctx, params, received);
    return `/admin/leads/${params.id}?aviso=registrada${fromList(lista, '&')}#emision`;
  },
});
