import { postEraseLead } from '#lib/domain/erasure/operations.ts';
import { proofPath } from '#lib/domain/erasure/view.ts';
import { parentPath } from '#lib/http/forms/form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postEraseLead, {
  to: ({ page, reply: { proof } }) => (proof === null ? parentPath(page) : proofPath(proof)),
});
