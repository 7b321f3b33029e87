import { postSecondFactor } from '#lib/domain/factors/operations.ts';
import { secondFactorForm } from '#lib/domain/factors/schema.ts';
import { homeOf, safeNext } from '#lib/http/api/safe-next.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postSecondFactor, {
  body: secondFactorForm,
  to: ({ reply, fields }) => safeNext(fields.next, homeOf(reply.data.role)),
});
