import { listLaneDeliveries } from '#lib/domain/deliveries/reads.ts';
import { listPaymentRequests } from '#lib/domain/payments/list-requests.ts';
import type { AdminCtx } from '#lib/platform/operation.ts';

const SHOWN = 20;

/** What was asked to be paid for a lead, newest first; of what waits also how its mail went. */
export async function listLeadRequests(ctx: AdminCtx, leadId: number) {
  const rows = await listPaymentRequests(ctx, { leadId, limit: SHOWN });
  return Promise.all(
    rows.map(async ({ request, ...shown }) => {
      const waits = shown.state === 'waiting';
      const [mail] = waits ? await listLaneDeliveries(`payment-request:${shown.id}`, 1) : [];
      return { ...shown, pesos: request.amount, mail };
    }),
  );
}
