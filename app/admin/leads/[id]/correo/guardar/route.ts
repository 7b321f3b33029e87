import { z } from 'zod';
import { fromList } from '#components/admin/lead/lead-form.ts';
import { emailCorrectionForm } from '#lib/domain/requests/team/email-schema.ts';
import { actionLimit } from '#lib/domain/requests/team/operations.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { correctEmail } from '#lib/domain/requests/team/writes/correct-email.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'admin',
  sudo: true,
  limit: actionLimit,
  params: leadParams,
  query: z.object({ lista: z.string().optional().catch(undefined) }),
  body: emailCorrectionForm,
  handler: async (ctx, { params, query: { lista }, body }) => {
    await correctEmail(ctx, params.id, body);
    return `/admin/leads/${params.id}?aviso=correo${fromList(lista, '&')}#acciones`;
  },
});
