import { defineCsv } from '#lib/domain/audit/csv-export.ts';
import { listMoney, moneyColumns } from '#lib/domain/payments/admin-list.ts';
import { moneyFilter } from '#lib/domain/payments/money-filter.ts';

export const getPaymentsCsv = defineCsv({
  path: '/api/admin/payments.csv',
  page: '/admin/pagos',
  limit: 'payments/export',
  query: moneyFilter,
  summary: 'Payments, and what is to be paid',
  action: 'payments.exported',
  name: 'resguardo-pagos',
  columns: moneyColumns,
  read: ({ now }, filter, before?: string) => listMoney({ ...filter, before, now, limit: 500 }),
});
