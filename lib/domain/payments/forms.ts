import { z } from 'zod';
import { adminLimit, createLimit } from '#lib/domain/payments/operations.ts';
import {
  description,
  newPaymentRequest,
  typedAmount,
  typedRefund,
} from '#lib/domain/payments/schema.ts';
import { adminPath, payPath } from '#lib/domain/payments/view.ts';
import { createPayment } from '#lib/domain/payments/writes/create-payment.ts';
import { refundPayment } from '#lib/domain/payments/writes/refund-payment.ts';
import { payRequest, requestPayment } from '#lib/domain/payments/writes/request-payment.ts';
import { decideRefund } from '#lib/domain/payments/writes/unclear-refund.ts';
import { defineOperation } from '#lib/platform/operation.ts';

/** The pages' forms: amounts as people type them, and where the browser goes on to. */
const goTo = z.object({ location: z.string() });

export const payForm = defineOperation({
  method: 'POST',
  path: '/pagar/crear',
  auth: 'member',
  limit: createLimit,
  body: z.object({ monto: typedAmount, detalle: description }),
  reply: goTo,
  summary: 'Start a payment',
  handler: async (ctx, { body }) => {
    const input = { amount: body.monto, description: body.detalle };
    return { location: payPath((await createPayment(ctx, input)).buyOrder) };
  },
});

export const payRequestForm = defineOperation({
  method: 'POST',
  path: '/pagar/{token}/crear',
  auth: 'member',
  limit: createLimit,
  params: z.object({ token: z.string().max(100) }),
  reply: goTo,
  summary: 'Start the payment that somebody asked for',
  handler: async (ctx, { params }) => ({
    location: payPath((await payRequest(ctx, params.token)).buyOrder),
  }),
});

export const requestForm = defineOperation({
  method: 'POST',
  path: '/admin/pagos/pedir',
  auth: 'admin',
  limit: adminLimit,
  body: z.object({
    monto: typedAmount,
    detalle: description,
    correo: newPaymentRequest.shape.email,
    lead: z.coerce.number().pipe(z.int().positive()).optional(),
  }),
  reply: goTo,
  summary: 'Ask somebody for a payment',
  handler: async (ctx, { body }) => {
    const { monto, detalle, correo, lead } = body;
    const asked = { amount: monto, description: detalle, email: correo };
    await requestPayment(ctx, { ...asked, ...(lead && { leadId: lead }) });
    return { location: `/admin/pagos?aviso=pedido${lead ? `&caso=${lead}` : ''}` };
  },
});

export const refundForm = defineOperation({
  method: 'POST',
  path: '/admin/pagos/{orden}/devolver',
  auth: 'admin',
  limit: adminLimit,
  params: z.object({ orden: z.string().max(26) }),
  body: z.object({
    /** Made with the page, so that a second click on it is the same refund. */
    clave: z.string().min(1).max(64),
    amount: typedRefund,
  }),
  reply: goTo,
  summary: 'Give money back',
  handler: async (ctx, { params, body }) => {
    await refundPayment(ctx, params.orden, { amount: body.amount, key: body.clave });
    return { location: `${adminPath(params.orden)}?aviso=devuelto` };
  },
});

export const decideRefundForm = defineOperation({
  method: 'POST',
  path: '/admin/pagos/{orden}/aclarar',
  auth: 'admin',
  limit: adminLimit,
  params: z.object({ orden: z.string().max(26) }),
  body: z.object({
    devolucion: z.coerce.number().pipe(z.int().positive()),
    hecha: z.enum(['si', 'no']),
  }),
  reply: goTo,
  summary: 'Say whether a refund was made that the provider no longer tells about',
  handler: async (ctx, { params, body }) => {
    const given = body.hecha === 'si';
    await decideRefund(ctx, params.orden, { refundId: body.devolucion, given });
    return { location: `${adminPath(params.orden)}?aviso=${given ? 'hecha' : 'no-hecha'}` };
  },
});
