import { z } from 'zod';
import {
  lookupErrors,
  lookupLimit,
  setAgeHeader,
  staleField,
} from '#lib/domain/marketplace/operations.ts';
import { searchBuyers } from '#lib/domain/marketplace/reads/companies.ts';
import { lookUpTenderGuarantees } from '#lib/domain/marketplace/reads/guarantees.ts';
import { searchTenders } from '#lib/domain/marketplace/reads/search-tenders.ts';
import { findTender } from '#lib/domain/marketplace/reads/tenders.ts';
import {
  buyerReply,
  buyerSearchQuery,
  tenderGuaranteeReply,
  tenderIdParams,
  tenderReply,
  tenderSearchQuery,
} from '#lib/domain/marketplace/schema.ts';
import { buyerView, closingField, tenderView } from '#lib/domain/marketplace/view.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, timeField, withData } from '#lib/platform/operations/replies.ts';

// The wizard and the search pages call these operations while a person types. They are not part of
// the published API.

const typingLimit = (name: string) =>
  ({ name: `marketplace/${name}`, points: 240, seconds: 60, per: 'ip' }) as const;

const garantias = z
  .array(tenderGuaranteeReply)
  .describe('The guarantees as the page of the tender states them.');
const closingFields = { cierre: timeField('The moment it closes, UTC.').nullable() };

export const getTenderDetail = defineOperation({
  method: 'GET',
  path: '/api/licitaciones/{id}',
  auth: 'guest',
  limit: lookupLimit('licitaciones'),
  params: tenderIdParams,
  reply: dataReply(
    z.object({
      licitacion: tenderReply
        .extend({
          ...closingFields,
          rutOrganismo: z.string().nullable().describe('RUT of the buyer.'),
          region: buyerReply.shape.region,
          comuna: buyerReply.shape.comuna,
        })
        .describe('The tender.'),
    }),
  ).extend({ stale: staleField }),
  errors: lookupErrors,
  summary: 'Get a tender with the RUT of its buyer and its closing time',
  handler: async (ctx, { params: { id } }) => {
    const answer = await findTender(id, { inquirer: ctx });
    const facts = answer.value;
    if (!facts) throw new AppError('not_found');
    const licitacion = {
      ...tenderView(facts),
      ...closingField(facts),
      rutOrganismo: facts.buyerRut,
      region: facts.region,
      comuna: facts.comuna,
    };
    return { success: true, data: { licitacion }, ...setAgeHeader(ctx, answer) } as const;
  },
});

export const getTenderGuarantees = defineOperation({
  method: 'GET',
  path: '/api/licitaciones/{id}/garantias',
  auth: 'guest',
  limit: lookupLimit('garantias'),
  params: tenderIdParams,
  reply: dataReply(z.object({ garantias })).extend({ stale: staleField }),
  errors: lookupErrors,
  summary: 'List guarantees on the public page of a tender; if it names none, there may be some',
  handler: async (ctx, { params: { id } }) => {
    const answer = await lookUpTenderGuarantees(id);
    return {
      success: true,
      data: { garantias: answer.value },
      ...setAgeHeader(ctx, answer),
    } as const;
  },
});

export const getTenderSearch = defineOperation({
  method: 'GET',
  path: '/api/licitaciones/buscar',
  auth: 'guest',
  limit: typingLimit('buscar-licitaciones'),
  query: tenderSearchQuery,
  reply: dataReply(
    z.object({
      licitaciones: z
        .array(tenderReply.extend(closingFields))
        .describe('Tenders, the first to close first.'),
      siguiente: z.string().nullable().describe('Cursor of the next page; null at the end.'),
    }),
  ),
  summary: 'Find open tenders by words, first to close first',
  handler: async (ctx, { query: { q, codigoOrganismo, tipo, cursor, limit } }) => {
    const page = await searchTenders({
      words: q,
      codigoOrganismo,
      tipo,
      cursor,
      limit,
      closingFrom: ctx.now,
    });
    const licitaciones = page.tenders.map((card) => ({
      ...tenderView(card),
      ...closingField(card),
    }));
    return withData({ licitaciones, siguiente: page.next });
  },
});

export const getBuyerSearch = defineOperation({
  method: 'GET',
  path: '/api/organismos/buscar',
  auth: 'guest',
  limit: typingLimit('buscar-organismos'),
  query: buyerSearchQuery,
  reply: dataReply(z.object({ organismos: z.array(buyerReply).describe('Public buyers.') })),
  summary: 'Find public buyers by how words of their names begin',
  handler: async (_ctx, { query: { q, limit } }) => {
    const organismos = (await searchBuyers(q, limit)).map(buyerView);
    return withData({ organismos });
  },
});
