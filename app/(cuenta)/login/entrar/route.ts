import { z } from 'zod';
import { postLogin } from '#lib/domain/accounts/login-operations.ts';
import { credentialsBody, roles } from '#lib/domain/accounts/schema.ts';
import { homeOf, safeNext } from '#lib/http/api/safe-next.ts';
import { formOf } from '#lib/http/forms/form-route.ts';
import { optional } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = formOf(postLogin, {
  body: credentialsBody.extend({ profile: optional(z.enum(roles, 'Elige un perfil.')) }),
  to: ({ reply, fields }) => safeNext(fields.next, homeOf(reply.data.role)),
});
