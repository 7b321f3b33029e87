import { z } from 'zod';
import { personEmail } from '#lib/domain/accounts/schema.ts';
import { postErasePerson } from '#lib/domain/erasure/operations.ts';
import { proofPath } from '#lib/domain/erasure/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postErasePerson, {
  body: z.object({ correo: personEmail }).transform(({ correo: email }) => ({ email })),
  to: ({ reply: { proof } }) => (proof === null ? '?aviso=borrado' : proofPath(proof)),
});
