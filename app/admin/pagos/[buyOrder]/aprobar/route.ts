import { refundAccess } from '#lib/domain/payments/admin-operations.ts';
import { refundDecisionForm } from '#lib/domain/payments/schema.ts';
import { decideProposal } from '#lib/domain/payments/writes/refund-payment.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Approves or withdraws a refund that an admin proposed. */
export const { GET, POST } = form({
  ...refundAccess,
  body: refundDecisionForm,
  handler: async (ctx, { params, body }) => {
    const isApproved = body.hecha === 'si';
    await decideProposal(ctx, params.buyOrder, { refundId: body.devolucion, isApproved });
    return `?aviso=${isApproved ? 'devuelto' : 'retirada'}`;
  },
});
