import { postErasePerson } from '#lib/domain/erasure/operations.ts';
import { erasureByEmail } from '#lib/domain/erasure/schema.ts';
import { proofPath } from '#lib/domain/erasure/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postErasePerson, {
  body: erasureByEmail.transform(({ correo: email }) => ({ email })),
  to: ({ reply: { proof } }) => (proof === null ? '?aviso=borrado' : proofPath(proof)),
});
