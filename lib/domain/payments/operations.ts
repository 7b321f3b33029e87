import { z } from 'zod';
import { getOwnPayment, listOwnPayments } from '#lib/domain/payments/reads/payments.ts';
import {
  buyOrderParams,
  newPaymentBody,
  ownPaymentReply,
  paymentsPageQuery,
  paymentsPaginationReply,
  startedPaymentReply,
} from '#lib/domain/payments/schema.ts';
import { ownPaymentOf } from '#lib/domain/payments/view.ts';
import { createPayment } from '#lib/domain/payments/writes/create-payment.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';

const readLimit = { name: 'payments', points: 300, seconds: 600, per: 'account' } as const;

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
