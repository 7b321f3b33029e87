import { z } from 'zod';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { findUndoable } from '#lib/domain/accounts/email-reads.ts';
import { listSessions } from '#lib/domain/accounts/reads.ts';
import { ownSession } from '#lib/domain/accounts/schema.ts';
import { undoEmailChange } from '#lib/domain/accounts/writes/change-email.ts';
import { disownBrowser } from '#lib/domain/accounts/writes/end-access.ts';
import { endOtherSessions, endSession } from '#lib/domain/accounts/writes/sessions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineOperation, redirectAddress } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageReply,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';

/** Beyond the contract: the devices that are signed in to the own account. */
const limit = { name: 'sessions', points: 120, seconds: 600, per: 'account' } as const;

export const getSessions = defineOperation({
  method: 'GET',
  path: '/api/auth/sessions',
  auth: 'member',
  actsFor: 'person',
  limit,
  reply: dataReply(z.array(ownSession)),
  summary: 'Own live sessions, the latest used first',
  handler: async (ctx) => {
    const rows = await listSessions(ctx.accountId, ctx.now);
    const data = rows.map(({ id, agent, place, createdAt, seenAt }) => ({
      id,
      device: deviceOf(agent),
      place,
      createdAt: new Date(createdAt).toISOString(),
      seenAt: new Date(seenAt).toISOString(),
      thisDevice: id === ctx.sessionId,
    }));
    return withData(data);
  },
});

export const deleteOwnSession = defineOperation({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  auth: 'member',
  actsFor: 'person',
  limit,
  params: z.object({ id: z.string().max(64) }),
  reply: messageReply,
  keeps: ['session'],
  errors: ['not_found'],
  summary: 'End one of the own sessions',
  handler: async (ctx, { params }) => {
    if (!(await endSession(ctx, params.id))) throw new AppError('not_found');
    if (params.id === ctx.sessionId) ctx.browser.deleteAll();
    return withMessage('Cerraste esa sesión.');
  },
});

export const postEndOtherSessions = defineOperation({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  auth: 'member',
  actsFor: 'person',
  limit,
  reply: messageReply,
  summary: 'End all own sessions but this one',
  handler: async (ctx) => {
    await endOtherSessions(ctx);
    return withMessage('Cerraste tus otras sesiones.');
  },
});

/** Used by the page of a mailed "No fui yo" link. Its token replaces a session. */
export const postNotMe = defineOperation({
  method: 'POST',
  path: '/no-fui-yo/cerrar',
  auth: 'guest',
  limit: { name: 'not-me', points: 20, seconds: 3600, per: 'address' },
  body: z.object({ token: z.string('Falta el enlace.').max(200, 'El enlace no es válido.') }),
  reply: redirectAddress,
  errors: ['invalid_token'],
  summary: 'End all that opens the account of a mailed "No fui yo", and undo its change of address',
  handler: async (ctx, { body }) => {
    const isChange = await findUndoable(body.token, ctx.now);
    await (isChange ? undoEmailChange : disownBrowser)(ctx, body.token);
    return '?hecho=1';
  },
});
