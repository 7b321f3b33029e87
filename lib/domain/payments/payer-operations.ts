import { z } from 'zod';
import { ownPaymentColumns } from '#lib/domain/payments/lists/own-columns.ts';
import { ownPaymentsFilterQuery } from '#lib/domain/payments/lists/own-filter.ts';
import { listOwnPaymentPage } from '#lib/domain/payments/reads/list-own.ts';
import {
  findGuestPayment,
  getOwnPayment,
  type Payment,
} from '#lib/domain/payments/reads/payments.ts';
import { createPaymentReceipt, paymentReceiptName } from '#lib/domain/payments/receipt.ts';
import { payLinkParams } from '#lib/domain/payments/schema.ts';
import { isCharged } from '#lib/domain/payments/transitions.ts';
import { csvFile } from '#lib/platform/files/csv.ts';
import { pdfFile } from '#lib/platform/files/pdf.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GeneratedFileReply } from '#lib/platform/operations/files.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';

export const getPaymentReceipt = defineFile({
  path: '/panel/pagos/{orden}/comprobante',
  auth: 'signedIn',
  limit: { name: 'payments/receipt', points: 60, seconds: 600, per: 'account' },
  params: z.object({ orden: z.string().max(26) }),
  produces: 'application/pdf',
  summary: 'Download the receipt of an own payment as PDF',
  handler: async (ctx, { params }) => {
    return receiptOf(await getOwnPayment(ctx, params.orden));
  },
});

export const getOwnPaymentsCsv = defineFile({
  path: '/panel/pagos/csv',
  auth: 'signedIn',
  limit: { name: 'payments/own-export', points: 20, seconds: 600, per: 'account' },
  query: ownPaymentsFilterQuery,
  produces: 'text/csv',
  summary: 'Export own payments as CSV for Excel',
  handler: async (ctx, { query: { estado } }) =>
    csvFile({
      ...{ name: 'pagos', columns: ownPaymentColumns, now: ctx.now },
      read: (before?: number) => listOwnPaymentPage(ctx, { estado, before, limit: 500 }),
    }),
});

/** Serves guests, who have only the link and the order number. */
export const getGuestReceipt = defineFile({
  path: '/pagar/{token}/comprobante',
  auth: 'guest',
  limit: { name: 'payments/receipt', points: 60, seconds: 600, per: 'ip' },
  params: payLinkParams,
  query: z.object({ orden: z.string().max(26) }),
  produces: 'application/pdf',
  summary: 'Download the receipt of a payment by link as PDF',
  handler: async ({ now }, { params, query }) => {
    return receiptOf(await findGuestPayment({ link: params.token, buyOrder: query.orden }, now));
  },
});

async function receiptOf(payment: Payment | null): Promise<GeneratedFileReply> {
  if (!payment || !isCharged(payment.state)) throw new AppError('not_found');
  const receipt = await createPaymentReceipt(payment);
  return pdfFile(receipt, paymentReceiptName(payment.buyOrder));
}
