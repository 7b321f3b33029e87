import { postProof } from '#lib/domain/factors/operations.ts';
import { proofForm } from '#lib/domain/factors/schema.ts';
import { safeNext } from '#lib/http/api/safe-next.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postProof, {
  body: proofForm,
  to: ({ fields }) => safeNext(fields.next),
});
