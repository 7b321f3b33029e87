import { z } from 'zod';
import { defineCsv } from '#lib/domain/audit/csv-export.ts';
import { paymentColumns } from '#lib/domain/payments/payment-columns.ts';
import { listPaymentsAndRequests } from '#lib/domain/payments/reads/admin-list.ts';
import { paymentFilterQuery } from '#lib/domain/payments/reads/payment-filter.ts';
import { adminPaymentReply } from '#lib/domain/payments/schema.ts';
import { ownPaymentOf } from '#lib/domain/payments/view.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';

const MAX_FOUND_PAYMENTS = 20;

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
