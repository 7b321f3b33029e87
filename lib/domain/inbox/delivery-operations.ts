import { z } from 'zod';
import { done } from '#lib/domain/accounts/schema.ts';
import { retryDead } from '#lib/domain/deliveries/send-again.ts';
import { actionLimit } from '#lib/domain/inbox/operations.ts';
import { deliveryId, noteBeside } from '#lib/domain/inbox/schema.ts';
import { sendAgain } from '#lib/domain/inbox/writes/send-again.ts';
import { line, optional } from '#lib/platform/fields.ts';
import { log } from '#lib/platform/log.ts';
import { defineOperation } from '#lib/platform/operation.ts';

export const postRetry = defineOperation({
  method: 'POST',
  path: '/api/admin/deliveries/{id}/retry',
  auth: 'admin',
  limit: actionLimit,
  params: deliveryId,
  body: noteBeside,
  bodyOptional: true,
  reply: done,
  summary: 'Try a delivery now; a dead one gets all its tries again',
  handler: async (ctx, { params, body }) => {
    const again = await sendAgain(ctx, params.id, 'retried', body.text);
    const message = again ? 'Lo intentamos de nuevo.' : 'Ya está en camino.';
    return { success: true, message } as const;
  },
});

export const postResendDelivery = defineOperation({
  method: 'POST',
  path: '/api/admin/deliveries/{id}/resend',
  auth: 'admin',
  limit: actionLimit,
  params: deliveryId,
  body: noteBeside,
  bodyOptional: true,
  reply: done,
  summary: 'Send once more what was sent',
  handler: async (ctx, { params, body }) => {
    const again = await sendAgain(ctx, params.id, 'resent', body.text);
    const message = again ? 'Lo enviamos otra vez.' : 'Ya está en camino.';
    return { success: true, message } as const;
  },
});

export const postRetryDead = defineOperation({
  method: 'POST',
  path: '/api/admin/deliveries/retry-dead',
  auth: 'admin',
  limit: { name: 'admin/retry-dead', points: 20, seconds: 600, per: 'account' },
  body: z.object({
    kind: optional(line('Elige qué reintentar.', 64)).meta({
      description: 'Only this kind of delivery; all of them when absent.',
    }),
  }),
  reply: done.extend({ data: z.object({ retried: z.int() }) }),
  summary: 'Give all dead deliveries their tries again',
  handler: async (ctx, { body }) => {
    const retried = await retryDead(body.kind, ctx.now);
    // An unknown kind is only typed text.
    const kind = retried > 0 ? body.kind : undefined;
    log().info({ requestId: ctx.requestId, kind, retried }, 'dead deliveries retried');
    return { success: true, message: 'Los intentamos de nuevo.', data: { retried } } as const;
  },
});
