import { z } from 'zod';
import { defineCsv } from '#lib/domain/audit/csv-export.ts';
import { paymentRequestUrl } from '#lib/domain/payments/links.ts';
import { paymentColumns } from '#lib/domain/payments/lists/payment-columns.ts';
import { paymentFilterQuery } from '#lib/domain/payments/lists/payment-filter.ts';
import { listPaymentsAndRequests } from '#lib/domain/payments/reads/admin-list.ts';
import {
  adminPaymentReply,
  buyOrderParams,
  paymentRequestBody,
  paymentRequestParams,
  refundBody,
} from '#lib/domain/payments/schema.ts';
import { ownPaymentOf } from '#lib/domain/payments/view.ts';
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

const MAX_FOUND_PAYMENTS = 20;
const adminLimit = { name: 'payments/admin', points: 60, seconds: 600, per: 'account' } as const;

export const getAdminPayments = defineOperation({
  method: 'GET',
  path: '/api/admin/payments',
  auth: 'admin',
  limit: { name: 'payments/search', points: 300, seconds: 600, per: 'account' },
  query: paymentFilterQuery.pick({ q: true }).required(),
  reply: dataReply(z.array(adminPaymentReply)),
  summary: 'Find payments, newest first, 20 at most',
  handler: async ({ now }, { query }) => {
    const { rows } = await listPaymentsAndRequests({ ...query, now, limit: MAX_FOUND_PAYMENTS });
    const data = rows.flatMap(({ payment, email }) =>
      payment ? [{ ...ownPaymentOf(payment), email }] : [],
    );
    return withData(data);
  },
});

export const getPaymentsCsv = defineCsv({
  path: '/api/admin/payments.csv',
  page: '/admin/pagos',
  limit: 'payments/export',
  query: paymentFilterQuery,
  summary: 'Payments, and what is to be paid',
  action: 'payments.exported',
  name: 'resguardo-pagos',
  columns: paymentColumns,
  read: ({ now }, filter, before?: string) =>
    listPaymentsAndRequests({ ...filter, before, now, limit: 500 }),
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

/** Access to the other acts on a payment request, which only pages offer. */
export const paymentRequestAccess = {
  auth: 'admin',
  sudo: true,
  limit: adminLimit,
  params: paymentRequestParams,
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
