import { z } from 'zod';
import { issuedFilterQuery } from '#lib/domain/issued-guarantees/columns.ts';
import { searchIssued } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
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
