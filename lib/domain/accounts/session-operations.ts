import { z } from 'zod';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { findSession, listSessions } from '#lib/domain/accounts/reads/accounts.ts';
import { ownSessionReply, sessionReply } from '#lib/domain/accounts/schema.ts';
import {
  closeSession,
  endOtherSessions,
  endSession,
  touchSession,
} from '#lib/domain/accounts/writes/sessions.ts';
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
  setsCookies: ['session'],
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

export const getSession = defineOperation({
  method: 'GET',
  path: '/api/auth/session',
  auth: 'guest',
  limit: { unlimited: 'one indexed read; pages ask for it each time' },
  reply: sessionReply,
  errors: ['not_configured'],
  summary: 'Get who is signed in on this browser; without a session all is null',
  handler: async (ctx) => {
    const session = await findSession(ctx.browser.get('session'), ctx.now);
    if (!session) return { authenticated: false, email: null, role: null };
    await touchSession(session, ctx);
    return { authenticated: true, email: session.email, role: session.profile };
  },
});

export const deleteSession = defineOperation({
  method: 'DELETE',
  path: '/api/auth/session',
  auth: 'guest',
  limit: { unlimited: 'ends what the caller holds, nothing else' },
  reply: messageReply,
  setsCookies: ['session'],
  errors: ['not_configured'],
  summary: 'Close the session; the answer is also 200 if there is none',
  handler: async (ctx) => {
    // Cookies go first, so that the browser forgets the session even if the write fails.
    ctx.browser.deleteAll();
    await closeSession(ctx);
    return withMessage('Cerraste sesión.');
  },
});
