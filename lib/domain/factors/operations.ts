import { z } from 'zod';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { roles } from '#lib/domain/accounts/schema.ts';
import { TICKET_COOKIE } from '#lib/domain/accounts/second-step.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { secondFactor, shownCodes, totpSetup } from '#lib/domain/factors/schema.ts';
import { finishLogIn } from '#lib/domain/factors/writes/finish-log-in.ts';
import {
  CODES_COOKIE,
  renewRecoveryCodes,
  showCodes,
} from '#lib/domain/factors/writes/recovery.ts';
import { beginTotp, confirmTotp, removeTotp } from '#lib/domain/factors/writes/totp.ts';
import { defineOperation, goTo } from '#lib/platform/operation.ts';

/** Beyond the contract: what an account's owner shows beside, or instead of, the password. */
const changes = { name: 'factors', points: 60, seconds: 900, per: 'account' } as const;

export const postSecondFactor = defineOperation({
  method: 'POST',
  path: '/api/auth/second-factor',
  auth: 'guest',
  limit: { name: 'second-factor', points: 50, seconds: 900, per: 'address' },
  body: secondFactor,
  reply: z.object({
    success: z.literal(true),
    data: z.object({ email: z.email(), role: z.enum(roles) }),
  }),
  errors: ['invalid_code', 'no_session'],
  setsCookies: [SESSION_COOKIE, TICKET_COOKIE],
  summary: 'Second step of a login; its ticket is a cookie',
  handler: async (ctx, { body }) =>
    ({ success: true, data: await finishLogIn(ctx, body) }) as const,
});

export const postTotp = defineOperation({
  method: 'POST',
  path: '/api/auth/totp',
  auth: 'member',
  enrols: true,
  limit: changes,
  reply: z.object({
    success: z.literal(true),
    data: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }),
  }),
  summary: 'A secret for an app of codes; stored with its first code',
  handler: async (ctx) => ({ success: true, data: await beginTotp(ctx) }) as const,
});

export const postTotpConfirm = defineOperation({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  auth: 'member',
  enrols: true,
  limit: changes,
  body: totpSetup,
  reply: shownCodes,
  errors: ['invalid_token'],
  summary: 'Take the app of codes by its first code',
  handler: async (ctx, { body }) => {
    const recoveryCodes = await confirmTotp(ctx, body);
    return { success: true, data: { recoveryCodes } } as const;
  },
});

/** What only the pages offer. */
export const postRemoveTotp = defineOperation({
  method: 'POST',
  path: '/panel/seguridad/app/quitar',
  auth: 'member',
  limit: changes,
  reply: goTo,
  errors: ['conflict'],
  summary: 'Take the app of codes away',
  handler: async (ctx) => {
    await removeTotp(ctx);
    return '?aviso=app-quitada';
  },
});

export const postRecoveryCodes = defineOperation({
  method: 'POST',
  path: '/panel/seguridad/codigos/crear',
  auth: 'member',
  limit: changes,
  reply: goTo,
  errors: ['conflict'],
  summary: 'Ten recovery codes in place of those before',
  handler: async (ctx) => showCodes(ctx, await renewRecoveryCodes(ctx), ''),
});

export const postCodesKept = defineOperation({
  method: 'POST',
  path: '/panel/seguridad/codigos/guardados',
  auth: 'member',
  limit: changes,
  reply: goTo,
  summary: 'Stop showing new recovery codes',
  handler: async (ctx) => {
    ctx.cookies.set(CODES_COOKIE, '', 0);
    return `${SECURITY_PAGE}?aviso=guardados`;
  },
});
