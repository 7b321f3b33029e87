import { z } from 'zod';
import { postEmailConfirm } from '#lib/domain/accounts/email-operations.ts';
import { pastedCode } from '#lib/domain/accounts/schema.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postEmailConfirm, {
  body: z.object({ code: pastedCode }),
  to: '/panel/perfil?aviso=correo',
});
