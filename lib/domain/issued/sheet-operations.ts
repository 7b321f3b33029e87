import { z } from 'zod';
import { issuedRefusal } from '#lib/domain/issued/copy.ts';
import { asTeam, read } from '#lib/domain/issued/operations.ts';
import { linkToken, openLinked } from '#lib/domain/issued/own-operations.ts';
import type { IssuedDetail } from '#lib/domain/issued/reads.ts';
import { issuedId } from '#lib/domain/issued/schema.ts';
import { createDeliverySheet, deliverySheetName } from '#lib/domain/issued/sheet.ts';
import { openIssued } from '#lib/domain/issued/writes/open-issued.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream } from '#lib/platform/operation.ts';
import { pdfResponse } from '#lib/platform/pdf.ts';

export const getIssuedSheet = defineStream({
  method: 'GET',
  path: '/api/guarantees/issued/{id}/sheet',
  auth: 'member',
  limit: read,
  params: issuedId,
  produces: 'application/pdf',
  reply: z.never(),
  errors: ['not_found', 'conflict'],
  summary: 'The delivery sheet of a guarantee, as PDF',
  handler: async (ctx, { params }) => sheetOf(await openIssued(asTeam(ctx), params.id)),
});

export const getLinkedSheet = defineStream({
  method: 'GET',
  path: '/garantia/{token}/hoja',
  auth: 'guest',
  limit: { name: 'guarantees/linked', points: 60, seconds: 600, per: 'address' },
  params: linkToken,
  produces: 'application/pdf',
  reply: z.never(),
  errors: ['not_found', 'conflict', 'share_expired'],
  summary: 'The same, by the link of its mail',
  handler: async (ctx, { params }) => sheetOf(await openLinked(params.token, ctx.now)),
});

async function sheetOf(record: IssuedDetail): Promise<Response> {
  if (record.said === 'anulada') {
    throw new AppError('conflict', { message: issuedRefusal.mistake });
  }
  return pdfResponse(await createDeliverySheet(record), deliverySheetName(record.number));
}
