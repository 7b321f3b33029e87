import { z } from 'zod';
import { leadId } from '#lib/domain/inbox/schema.ts';
import { listEvents, listIssued } from '#lib/domain/issued/reads.ts';
import type { Side } from '#lib/domain/issued/schema.ts';
import {
  eventBody,
  issuedBody,
  issuedGuarantee,
  issuedId,
  issuedPage,
  ownGuaranteeBody,
} from '#lib/domain/issued/schema.ts';
import { viewOf } from '#lib/domain/issued/view.ts';
import { addGuaranteeEvent } from '#lib/domain/issued/writes/add-event.ts';
import { openIssued } from '#lib/domain/issued/writes/open-issued.ts';
import { recordIssued, recordOwn } from '#lib/domain/issued/writes/record-guarantee.ts';
import { idempotencyHeader } from '#lib/platform/fields.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type AdminCtx, defineOperation, type MemberCtx } from '#lib/platform/operation.ts';

const reply = z.object({ success: z.literal(true), data: issuedGuarantee });
export const read = {
  name: 'guarantees/issued',
  points: 240,
  seconds: 600,
  per: 'account',
} as const;
export const write = {
  name: 'guarantees/issued-write',
  points: 60,
  seconds: 600,
  per: 'account',
} as const;

export const postIssued = defineOperation({
  method: 'POST',
  path: '/api/admin/leads/{id}/guarantees',
  auth: 'admin',
  limit: write,
  params: leadId,
  body: issuedBody,
  reply,
  errors: ['conflict', 'unavailable'],
  summary: 'Record what was issued for a guarantee of a request',
  handler: async (ctx, { params, body }) => {
    const { id } = await recordIssued(ctx, params.id, body);
    return shown(ctx, id);
  },
});

export const postOwnIssued = defineOperation({
  method: 'POST',
  path: '/api/guarantees/issued',
  auth: 'member',
  limit: write,
  body: ownGuaranteeBody,
  reply,
  errors: ['conflict', 'invalid_file', 'rate_limited', 'unavailable'],
  summary: 'Record a guarantee that the company has already',
  handler: async (ctx, { body }) => {
    const { id } = await recordOwn(ctx, body);
    return shown(ctx, id);
  },
});

export const getIssuedList = defineOperation({
  method: 'GET',
  path: '/api/guarantees/issued',
  auth: 'member',
  limit: read,
  query: issuedPage,
  reply: z.object({
    success: z.literal(true),
    data: z.object({ guarantees: z.array(issuedGuarantee), before: z.int().nullable() }),
  }),
  summary: 'Guarantees of the own address, newest first, 20 a page',
  handler: async (ctx, { query }) => {
    const { rows, before } = await listIssued(ctx, query);
    const guarantees = rows.map((row) => viewOf(row, [], { side: 'company', now: ctx.now }));
    return { success: true, data: { guarantees, before } } as const;
  },
});

export const getIssuedOne = defineOperation({
  method: 'GET',
  path: '/api/guarantees/issued/{id}',
  auth: 'member',
  limit: read,
  params: issuedId,
  reply,
  summary: 'One guarantee with its history',
  handler: (ctx, { params }) => shown(asTeam(ctx), params.id),
});

export const postIssuedEvent = defineOperation({
  method: 'POST',
  path: '/api/guarantees/issued/{id}/events',
  auth: 'member',
  limit: write,
  params: issuedId,
  headers: idempotencyHeader,
  body: eventBody,
  reply,
  errors: ['conflict', 'forbidden'],
  summary: 'Say what became of a guarantee',
  handler: async (ctx, { params, body, headers }) => {
    const key = headers['idempotency-key'] ?? randomId();
    await addGuaranteeEvent(asTeam(ctx), params.id, body, key);
    return shown(asTeam(ctx), params.id);
  },
});

/** A member whose account is the team's acts for the team. */
export function asTeam(ctx: MemberCtx): MemberCtx | AdminCtx {
  return ctx.role === 'admin' ? { ...ctx, auth: 'admin' } : ctx;
}

async function shown(ctx: MemberCtx | AdminCtx, id: string) {
  const record = await openIssued(ctx, id);
  const side: Side = ctx.auth === 'admin' ? 'advisor' : 'company';
  const data = viewOf(record, await listEvents(record.number), { side, now: ctx.now });
  return { success: true, data } as const;
}
