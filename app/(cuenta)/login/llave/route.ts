import { postPasskeyLogin } from '#lib/domain/factors/operations.ts';
import { passkeyForm } from '#lib/domain/factors/schema.ts';
import { homeOf, safeNext } from '#lib/http/api/safe-next.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postPasskeyLogin, {
  body: passkeyForm,
  to: ({ reply, fields }) => safeNext(fields.next, homeOf(reply.data.role)),
});
