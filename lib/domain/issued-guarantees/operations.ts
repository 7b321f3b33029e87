import { z } from 'zod';
import {
  listEvents,
  listIssuedGuarantees,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import {
  getVerifiedGuarantee,
  isRecordedFile,
} from '#lib/domain/issued-guarantees/reads/verified.ts';
import {
  eventBody,
  issuedBody,
  issuedGuaranteeReply,
  issuedPageQuery,
  issuedParams,
  ownGuaranteeBody,
} from '#lib/domain/issued-guarantees/schema.ts';
import {
  codeActionBody,
  codeParams,
  fileHashBody,
  verifiedGuaranteeReply,
} from '#lib/domain/issued-guarantees/verify-schema.ts';
import { codePath, groupedCode, toIssuedGuarantee } from '#lib/domain/issued-guarantees/view.ts';
import { addGuaranteeEvent } from '#lib/domain/issued-guarantees/writes/add-event.ts';
import { changeCode } from '#lib/domain/issued-guarantees/writes/codes.ts';
import { countVerification } from '#lib/domain/issued-guarantees/writes/count-verification.ts';
import { openIssuedGuarantee } from '#lib/domain/issued-guarantees/writes/open-guarantee.ts';
import { recordIssued } from '#lib/domain/issued-guarantees/writes/record-guarantee.ts';
import { recordOwnGuarantee } from '#lib/domain/issued-guarantees/writes/record-own.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { idempotencyHeader } from '#lib/platform/operations/fields.ts';
import {
  type AdminCtx,
  defineOperation,
  type SignedInCtx,
} from '#lib/platform/operations/operation.ts';
import { dataReply, nextBeforeField, withData } from '#lib/platform/operations/replies.ts';
import { randomId } from '#lib/platform/security/ids.ts';

const issuedReply = dataReply(issuedGuaranteeReply);
const limit = { seconds: 600, per: 'account' } as const;
export const guaranteeReadLimit = { name: 'guarantees/issued', points: 240, ...limit } as const;
const write = { name: 'guarantees/issued-write', points: 60, ...limit } as const;
/** The limit counts views of the page and calls of the API together. */
export const verifyLimit = {
  name: 'guarantees/verify',
  points: 60,
  seconds: 60,
  per: 'ip',
} as const;

const writeAccess = { method: 'POST', auth: 'signedIn', limit: write } as const;

export const postIssued = defineOperation({
  ...writeAccess,
  path: '/api/admin/leads/{id}/guarantees',
  auth: 'admin',
  params: leadParams,
  body: issuedBody,
  reply: issuedReply,
  errors: ['conflict', 'unavailable'],
  summary: 'Record what was issued for a guarantee of a request',
  handler: async (ctx, { params, body }) =>
    openRecordReply(ctx, (await recordIssued(ctx, params.id, body)).id),
});

export const postOwnIssued = defineOperation({
  ...writeAccess,
  path: '/api/guarantees/issued',
  body: ownGuaranteeBody,
  reply: issuedReply,
  errors: ['not_found', 'conflict', 'invalid_file', 'rate_limited', 'unavailable'],
  summary: 'Record a guarantee that the company has already',
  handler: async (ctx, { body }) => openRecordReply(ctx, (await recordOwnGuarantee(ctx, body)).id),
});

const guarantees = z.array(issuedGuaranteeReply).describe('The recorded guarantees.');

export const getIssuedList = defineOperation({
  method: 'GET',
  path: '/api/guarantees/issued',
  auth: 'signedIn',
  limit: guaranteeReadLimit,
  query: issuedPageQuery,
  reply: dataReply(z.object({ guarantees, before: nextBeforeField })),
  summary: 'List own guarantees, newest first, 20 a page',
  handler: async (ctx, { query }) => {
    const { rows, before } = await listIssuedGuarantees(ctx, query);
    const guarantees = rows.map((row) =>
      toIssuedGuarantee(row, [], { side: 'company', now: ctx.now }),
    );
    return withData({ guarantees, before });
  },
});

export const getIssuedOne = defineOperation({
  method: 'GET',
  path: '/api/guarantees/issued/{id}',
  auth: ['signedIn', 'admin'],
  limit: guaranteeReadLimit,
  params: issuedParams,
  reply: issuedReply,
  summary: 'Get one guarantee with its history',
  handler: (ctx, { params }) => openRecordReply(ctx, params.id),
});

export const postIssuedEvent = defineOperation({
  ...writeAccess,
  path: '/api/guarantees/issued/{id}/events',
  auth: ['signedIn', 'admin'],
  params: issuedParams,
  headers: idempotencyHeader,
  body: eventBody,
  reply: issuedReply,
  errors: ['conflict', 'forbidden'],
  summary: 'Report an event of a guarantee',
  handler: async (ctx, { params, body, headers }) => {
    const key = headers['idempotency-key'] ?? randomId();
    await addGuaranteeEvent(ctx, params.id, body, key);
    return openRecordReply(ctx, params.id);
  },
});

const newCode = z
  .string()
  .nullable()
  .describe('The present verification code, or null if it was ended.');
const newUrl = z
  .string()
  .nullable()
  .describe('URL where anyone can verify the guarantee, or null.');

export const postVerification = defineOperation({
  ...writeAccess,
  path: '/api/guarantees/issued/{id}/verification',
  auth: ['signedIn', 'admin'],
  params: issuedParams,
  body: codeActionBody,
  reply: dataReply(z.object({ code: newCode, url: newUrl })),
  errors: ['conflict'],
  summary: 'Renew or end the code of a guarantee; the old code opens nothing any more',
  handler: async (ctx, { params, body }) => {
    const code = await changeCode(ctx, params.id, body.action);
    return withData({
      code: code && groupedCode(code),
      url: code && getEnv().appUrl + codePath(code),
    });
  },
});

export const getVerify = defineOperation({
  method: 'GET',
  path: '/api/verify/{code}',
  auth: 'guest',
  limit: verifyLimit,
  params: codeParams,
  reply: dataReply(verifiedGuaranteeReply),
  errors: ['not_found'],
  summary: 'Get what was recorded of a guarantee; its issuer has the last word',
  handler: async ({ now }, { params }) => {
    const guarantee = await getVerifiedGuarantee(params.code, now);
    countVerification(guarantee.code);
    return withData(guarantee);
  },
});

const matches = z.boolean().describe('Whether the file is exactly the recorded one.');

export const postVerifyFile = defineOperation({
  method: 'POST',
  path: '/api/verify/{code}/file',
  auth: 'guest',
  limit: verifyLimit,
  params: codeParams,
  body: fileHashBody,
  reply: dataReply(z.object({ matches })),
  errors: ['not_found', 'conflict'],
  summary: 'Check a file against the recorded one; `conflict` if none was recorded',
  handler: async ({ now }, { params, body }) =>
    withData({
      matches: isRecordedFile(await getVerifiedGuarantee(params.code, now), body.sha256),
    }),
});

async function openRecordReply(ctx: SignedInCtx | AdminCtx, id: string) {
  const record = await openIssuedGuarantee(ctx, id);
  const side = ctx.auth === 'admin' ? 'advisor' : 'company';
  return withData(
    toIssuedGuarantee(record, await listEvents(record.number), { side, now: ctx.now }),
  );
}
