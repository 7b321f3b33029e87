import { refundAccess } from '#lib/domain/payments/operations.ts';
import { refundDecision } from '#lib/domain/payments/schema.ts';
import { decideProposal } from '#lib/domain/payments/writes/refund-payment.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

/** Approves or withdraws a refund that an admin proposed. */
export const { GET, POST } = formRoute({
  ...refundAccess,
  path: '/admin/pagos/{buyOrder}/aprobar',
  body: refundDecision,
  handler: async (ctx, { params, body }) => {
    const approved = body.hecha === 'si';
    await decideProposal(ctx, params.buyOrder, { refundId: body.devolucion, approved });
    return `?aviso=${approved ? 'devuelto' : 'retirada'}`;
  },
});
