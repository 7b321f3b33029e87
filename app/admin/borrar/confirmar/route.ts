import { postErasePerson } from '#lib/domain/erasure/operations.ts';
import { erasureByEmailForm } from '#lib/domain/erasure/schema.ts';
import { proofPath } from '#lib/domain/erasure/view.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postErasePerson, {
  body: erasureByEmailForm.transform(({ correo: email }) => ({ email })),
  to: ({ reply: { proof } }) => (proof === null ? '?aviso=borrado' : proofPath(proof)),
});
