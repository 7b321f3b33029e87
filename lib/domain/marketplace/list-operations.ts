import { z } from 'zod';
import { marketplaceCopy } from '#lib/domain/marketplace/copy.ts';
import {
  lookupErrors,
  lookupLimit,
  setAgeHeader,
  staleField,
} from '#lib/domain/marketplace/operations.ts';
import type { CachedReply } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { findBuyer, listBuyers } from '#lib/domain/marketplace/reads/companies.ts';
import { listDayTenders } from '#lib/domain/marketplace/reads/tenders.ts';
import { buyerReply, listQuery, tenderReply } from '#lib/domain/marketplace/schema.ts';
import { buyerView, tenderView } from '#lib/domain/marketplace/view.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GeneratedFileReply } from '#lib/platform/operations/files.ts';
import { defineFile, type GuestCtx } from '#lib/platform/operations/operation.ts';
import { dataReply } from '#lib/platform/operations/replies.ts';

/**
 * A day's list has up to 1,300 tenders. Building and validating its JSON takes 5 ms, so `makeReply`
 * caches the bytes.
 */
const licitaciones = z
  .array(tenderReply)
  .describe('What the source did not say is left out or null.');
const tendersReply = dataReply(z.object({ licitaciones })).extend({
  count: z.int().describe('Number of tenders.'),
  stale: staleField,
});

export const getTenders = defineFile({
  path: '/api/listar-licitaciones',
  auth: 'guest',
  limit: lookupLimit('listar-licitaciones'),
  query: listQuery,
  reply: tendersReply,
  errors: lookupErrors,
  summary: 'List the tenders with a date on this day',
  handler: async (ctx, { query: { fecha: day, CodigoOrganismo: buyerCode, estado: state } }) => {
    if (day > isoDay(ctx.now)) {
      throw new AppError('validation_failed', { fields: { fecha: marketplaceCopy.futureDay } });
    }
    const answer = await listDayTenders({ day, buyerCode, state }, { inquirer: ctx });
    const buyerName = (buyerCode && (await findBuyer(buyerCode))?.name) || null;
    const buyer = buyerCode ? { buyerCode, buyerName } : {};
    return makeReply(ctx, answer, buyerName ?? '', (age) => {
      const licitaciones = answer.value.map((row) => tenderView({ ...row, ...buyer }));
      const count = licitaciones.length;
      return tendersReply.parse({ success: true, count, data: { licitaciones }, ...age });
    });
  },
});

const organismos = z.array(buyerReply).describe('Public buyers.');
const buyersReply = dataReply(z.object({ organismos })).extend({ stale: staleField });

export const getBuyers = defineFile({
  path: '/api/listar-organismos',
  auth: 'guest',
  limit: lookupLimit('listar-organismos'),
  reply: buyersReply,
  errors: lookupErrors,
  summary: 'List all public buyers',
  handler: async (ctx) => {
    const answer = await listBuyers({ inquirer: ctx });
    return makeReply(ctx, answer, '', (age) => {
      const organismos = answer.value.map(({ code, name }) => buyerView({ code, name, rut: null }));
      return buyersReply.parse({ success: true, data: { organismos }, ...age });
    });
  },
});

/**
 * Maps a cached answer to the reply bodies that were built from it. They are freed together with
 * the answer.
 */
const bodiesByAnswer = new WeakMap<object, Map<string, Uint8Array<ArrayBuffer>>>();

function makeReply(
  ctx: GuestCtx,
  answer: CachedReply<object>,
  variant: string,
  make: (age: { stale?: true }) => unknown,
): GeneratedFileReply {
  const age = setAgeHeader(ctx, answer);
  const bodies = bodiesByAnswer.get(answer.value) ?? new Map<string, Uint8Array<ArrayBuffer>>();
  bodiesByAnswer.set(answer.value, bodies);
  const key = `${answer.stale} ${variant}`;
  const body = bodies.get(key) ?? new TextEncoder().encode(JSON.stringify(make(age)));
  bodies.set(key, body);
  return { content: body, type: 'application/json; charset=utf-8' };
}
