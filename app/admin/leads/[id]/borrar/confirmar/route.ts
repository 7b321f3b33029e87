import { requireConfirmation } from '#lib/domain/erasure/confirmation.ts';
import { personErasureForm } from '#lib/domain/erasure/schema.ts';
import { proofPath } from '#lib/domain/erasure/view.ts';
import { erasePersonOf } from '#lib/domain/erasure/writes.ts';
import { actionLimit } from '#lib/domain/requests/team/operations.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'admin',
  sudo: true,
  limit: actionLimit,
  params: leadParams,
  body: personErasureForm,
  handler: async (ctx, { params, body }) => {
    await requireConfirmation(params.id, body.confirmation);
    const proof = await erasePersonOf(ctx, params.id);
    return proof === null ? `/admin/leads/${params.id}` : proofPath(proof);
  },
});
