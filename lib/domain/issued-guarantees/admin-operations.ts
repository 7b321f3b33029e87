import { z } from 'zod';
import { defineCsv } from '#lib/domain/audit/csv-export.ts';
import { issuedColumns, issuedFilterQuery } from '#lib/domain/issued-guarantees/columns.ts';
import { listGuaranteePage, searchIssued } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { issuedGuaranteeReply } from '#lib/domain/issued-guarantees/schema.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, withData } from '#lib/platform/operations/replies.ts';

const MAX_FOUND_GUARANTEES = 20;

const adminGuaranteeReply = issuedGuaranteeReply.pick({
  id: true,
  number: true,
  tenderId: true,
  issuerName: true,
  issuerNumber: true,
  validTo: true,
  holderName: true,
  holderRut: true,
  beneficiaryName: true,
  beneficiaryRut: true,
});

export const getAdminGuarantees = defineOperation({
  method: 'GET',
  path: '/api/admin/guarantees',
  auth: 'admin',
  limit: { name: 'guarantees/search', points: 300, seconds: 600, per: 'account' },
  query: issuedFilterQuery.pick({ q: true }).required(),
  reply: dataReply(z.array(adminGuaranteeReply)),
  summary: 'Find issued guarantees, newest first, 20 at most',
  handler: async ({ now }, { query }) => {
    const { rows } = await searchIssued(query.q ?? '', { now, limit: MAX_FOUND_GUARANTEES });
    return withData([...rows]);
  },
});

export const getGuaranteesCsv = defineCsv({
  path: '/api/admin/guarantees.csv',
  page: '/admin/garantias',
  limit: 'guarantees/desk-export',
  query: issuedFilterQuery,
  summary: 'Issued guarantees of all',
  action: 'guarantees.exported',
  name: 'resguardo-garantias',
  columns: issuedColumns('advisor'),
  read: ({ now }, filter, before?: string) =>
    listGuaranteePage({ ...filter, before, now, limit: 500 }),
});
