import { z } from 'zod';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { listSessions } from '#lib/domain/accounts/reads/accounts.ts';
import { ownSessionReply } from '#lib/domain/accounts/schema.ts';
import { endOtherSessions, endSession } from '#lib/domain/accounts/writes/sessions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageReply,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';

/**
 * Shared by the operations on the sessions of a person's own account. They are not in the
 * published API.
 */
export const ownSessionsAccess = {
  auth: 'signedIn',
  actsFor: 'person',
  limit: { name: 'sessions', points: 120, seconds: 600, per: 'account' },
} as const;
export const sessionParams = z.object({ id: z.string().max(64).describe('Id of the session.') });

export const getSessions = defineOperation({
  method: 'GET',
  path: '/api/auth/sessions',
  ...ownSessionsAccess,
  reply: dataReply(z.array(ownSessionReply)),
  summary: 'List own live sessions, last used first',
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
  ...ownSessionsAccess,
  params: sessionParams,
  reply: messageReply,
  keepsInBrowser: ['session'],
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
  ...ownSessionsAccess,
  reply: messageReply,
  summary: 'End all own sessions but this one',
  handler: async (ctx) => {
    await endOtherSessions(ctx);
    return withMessage('Cerraste tus otras sesiones.');
  },
});
