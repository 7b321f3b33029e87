import { z } from 'zod';
import { asTeam, write } from '#lib/domain/issued/operations.ts';
import { issuedId } from '#lib/domain/issued/schema.ts';
import { getVerified, matches } from '#lib/domain/issued/verified.ts';
import {
  codeAction,
  codeParam,
  fileHash,
  verifiedGuarantee,
} from '#lib/domain/issued/verify-schema.ts';
import { codePath, groupedCode } from '#lib/domain/issued/view.ts';
import { changeCode } from '#lib/domain/issued/writes/change-code.ts';
import { countOpening } from '#lib/domain/issued/writes/count-opening.ts';
import { getEnv } from '#lib/platform/env.ts';
import { defineOperation } from '#lib/platform/operation.ts';

/** Of page and API together. */
export const verifyLimit = { name: 'verify', points: 60, seconds: 60, per: 'address' } as const;

export const getVerify = defineOperation({
  method: 'GET',
  path: '/api/verify/{code}',
  auth: 'guest',
  limit: verifyLimit,
  params: codeParam,
  reply: z.object({ success: z.literal(true), data: verifiedGuarantee }),
  errors: ['not_found'],
  summary: 'What was recorded of a guarantee; it does not replace what its issuer says',
  handler: async ({ now }, { params }) => {
    const data = await getVerified(params.code, now);
    countOpening(data.code);
    return { success: true, data } as const;
  },
});

export const postVerifyFile = defineOperation({
  method: 'POST',
  path: '/api/verify/{code}/file',
  auth: 'guest',
  limit: verifyLimit,
  params: codeParam,
  body: fileHash,
  reply: z.object({ success: z.literal(true), data: z.object({ matches: z.boolean() }) }),
  errors: ['not_found', 'conflict'],
  summary: 'Whether a file is the one that was recorded; `conflict` where there is none',
  handler: async ({ now }, { params, body }) => {
    const found = await getVerified(params.code, now);
    return { success: true, data: { matches: matches(found, body.sha256) } } as const;
  },
});

const newCode = z.string().nullable().meta({ description: 'The code that there is now.' });

export const postVerification = defineOperation({
  method: 'POST',
  path: '/api/guarantees/issued/{id}/verification',
  auth: 'member',
  limit: write,
  params: issuedId,
  body: codeAction,
  reply: z.object({
    success: z.literal(true),
    data: z.object({ code: newCode, url: z.string().nullable() }),
  }),
  errors: ['conflict'],
  summary: 'Renew or end the code of a guarantee; the one before opens nothing any more',
  handler: async (ctx, { params, body }) => {
    const code = await changeCode(asTeam(ctx), params.id, body.action);
    const data = {
      code: code && groupedCode(code),
      url: code && getEnv().appUrl + codePath(code),
    };
    return { success: true, data } as const;
  },
});
