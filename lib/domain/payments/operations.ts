import { z } from 'zod';
import { paymentRequestUrl } from '#lib/domain/payments/links.ts';
import { getOwnPayment, listOwnPayments } from '#lib/domain/payments/reads/payments.ts';
import {
  buyOrderParams,
  newPaymentBody,
  ownPaymentReply,
  paymentRequestBody,
  paymentRequestParams,
  paymentsPageQuery,
  paymentsPaginationReply,
  refundBody,
  startedPaymentReply,
} from '#lib/domain/payments/schema.ts';
import { ownPaymentOf } from '#lib/domain/payments/view.ts';
import { createPayment } from '#lib/domain/payments/writes/create-payment.ts';
import { refundPayment } from '#lib/domain/payments/writes/refund-payment.ts';
import {
  cancelPaymentRequest,
  requestPayment,
} from '#lib/domain/payments/writes/request-payment.ts';
import { idempotencyHeader } from '#lib/platform/operations/fields.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageReply,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';
import { randomId } from '#lib/platform/security/ids.ts';

const readLimit = { name: 'payments', points: 300, seconds: 600, per: 'account' } as const;
const adminLimit = { name: 'payments/admin', points: 60, seconds: 600, per: 'account' } as const;

export const postPayment = defineOperation({
  method: 'POST',
  path: '/api/payments/create',
  auth: 'signedIn',
  limit: { name: 'payments/create', points: 20, seconds: 600, per: 'account' },
  body: newPaymentBody,
  reply: dataReply(startedPaymentReply),
  errors: ['upstream_failed', 'upstream_timeout', 'not_configured'],
  summary: 'Start a card payment; to pay it, post `token` as `token_ws` to `url`',
  handler: async (ctx, { body }) => {
    const payment = await createPayment(ctx, body);
    return withData({ ...payment, url: payment.payUrl });
  },
});

export const getPayments = defineOperation({
  method: 'GET',
  path: '/api/payments',
  auth: 'signedIn',
  limit: readLimit,
  query: paymentsPageQuery,
  reply: dataReply(z.array(ownPaymentReply)).extend({ pagination: paymentsPaginationReply }),
  summary: 'List own payments, newest first',
  handler: async (ctx, { query }) => {
    const { rows, total } = await listOwnPayments(ctx, query);
    const hasMore = query.offset + rows.length < total;
    const data = rows.map(ownPaymentOf);
    return { success: true, data, pagination: { total, ...query, hasMore } } as const;
  },
});

export const getPayment = defineOperation({
  method: 'GET',
  path: '/api/payments/{buyOrder}',
  auth: 'signedIn',
  limit: readLimit,
  params: buyOrderParams,
  reply: dataReply(ownPaymentReply),
  summary: 'Get one of the own payments',
  handler: async (ctx, { params }) => {
    const data = ownPaymentOf(await getOwnPayment(ctx, params.buyOrder));
    return withData(data);
  },
});

/**
 * `isProposed` decides on the status of the reply. The schema lacks it, so clients do not get it.
 */
const refundReply: z.ZodType<z.output<typeof messageReply> & { isProposed?: boolean }> =
  messageReply;

export const refundAccess = {
  auth: 'admin',
  sudo: true,
  limit: adminLimit,
  params: buyOrderParams,
} as const;

export const postRefund = defineOperation({
  method: 'POST',
  path: '/api/payments/{buyOrder}/refund',
  ...refundAccess,
  headers: idempotencyHeader,
  body: refundBody,
  bodyOptional: true,
  reply: refundReply,
  errors: ['conflict', 'upstream_failed', 'upstream_timeout', 'not_configured'],
  alsoAnswers: { 202: 'Waits for a second admin: more than one may give back alone.' },
  status: ({ isProposed }) => (isProposed ? 202 : 200),
  summary: 'Refund a payment; without an amount, all that is left',
  handler: async (ctx, { params, body, headers }) => {
    const key = headers['idempotency-key'] ?? randomId();
    const isProposed = (await refundPayment(ctx, params.buyOrder, { ...body, key })) === 'proposed';
    const text = isProposed
      ? 'Falta que otra persona del equipo la apruebe.'
      : 'Devolvimos el pago.';
    return { ...withMessage(text), isProposed };
  },
});

export const postPaymentRequest = defineOperation({
  method: 'POST',
  path: '/api/admin/payment-requests',
  auth: 'admin',
  sudo: true,
  limit: adminLimit,
  body: paymentRequestBody,
  reply: dataReply(
    z.object({
      id: z.string().describe('Id of the payment request.'),
      url: z.url().describe('URL of the page to pay; the mail has the same link.'),
    }),
  ),
  errors: ['not_found', 'not_configured'],
  summary: 'Send a payment request by mail; the mail has the link to pay',
  handler: async (ctx, { body }) => {
    const { id } = await requestPayment(ctx, body);
    return withData({ id, url: paymentRequestUrl(id) });
  },
});

/** Access to recording a bank transfer that arrived. Only a page offers it. */
export const postCancelPaymentRequest = defineOperation({
  method: 'POST',
  path: '/api/admin/payment-requests/{id}/cancel',
  auth: 'admin',
  limit: adminLimit,
  params: paymentRequestParams,
  reply: messageReply,
  errors: ['conflict'],
  summary: 'End the link of an unpaid payment request',
  handler: async (ctx, { params }) => {
    await cancelPaymentRequest(ctx, params.id);
    return withMessage('Anulamos el pago.');
  },
});
