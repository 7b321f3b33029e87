import { z } from 'zod';
import {
  postAskForPayment,
  postCancelRequest,
  postDecideProposal,
  postDecideRefund,
  postPayment,
  postRefund,
} from '#lib/domain/payments/operations.ts';
import { postPayByLink, postSendReceipt } from '#lib/domain/payments/payer-operations.ts';
import {
  description,
  newPaymentRequest,
  typedAmount,
  typedRefund,
} from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { refundPayment } from '#lib/domain/payments/writes/refund-payment.ts';
import { type Fields, type Form, form } from '#lib/http/forms/form.ts';

/** The lead whose page the form was on, else the page of payments. */
const backOf = (_: string, { lead = '' }: Fields) =>
  /^\d{1,15}$/.test(lead) ? `/admin/leads/${lead}` : '/admin/pagos';

export const paymentForms: Form[] = [
  form(postPayment, {
    path: '/pagar/crear',
    body: z
      .object({ monto: typedAmount, detalle: description })
      .transform(({ monto, detalle }) => ({ amount: monto, description: detalle })),
    keep: ['monto', 'detalle'],
    to: ({ reply }) => payPath(reply.data),
  }),
  form(postPayByLink, { keep: ['correo'] }),
  form(postSendReceipt, { keep: ['orden', 'correo'] }),
  form(postAskForPayment, {
    path: '/admin/pagos/pedir',
    back: backOf,
    body: z
      .object({
        monto: typedAmount,
        detalle: description,
        correo: newPaymentRequest.shape.email,
        open: newPaymentRequest.shape.open,
        lead: z.coerce.number().pipe(z.int().positive()).optional(),
        lastEvent: newPaymentRequest.shape.lastEvent,
      })
      .transform(({ monto: amount, detalle, correo: email, lead: leadId, ...more }) => {
        return { amount, description: detalle, email, leadId, ...more };
      }),
    keep: ['monto', 'detalle', 'correo', 'lead', 'open'],
    to: '?aviso=pedido#pagos',
  }),
  form(postCancelRequest, {
    path: '/admin/pagos/pedidos/{id}/anular',
    back: backOf,
    to: '?aviso=anulado#pagos',
  }),
  form(postRefund, {
    path: '/admin/pagos/{buyOrder}/devolver',
    body: z.object({
      /** Made with the page, so that a second click on it is the same refund. */
      clave: z.string().min(1).max(64),
      amount: typedRefund,
    }),
    keep: ['amount'],
    handler: async (ctx, { params, body: { amount, clave } }) => {
      const became = await refundPayment(ctx, params.buyOrder, { amount, key: clave });
      return became === 'done' ? '?aviso=devuelto' : '?aviso=propuesta';
    },
  }),
  form(postDecideRefund),
  form(postDecideProposal),
];
