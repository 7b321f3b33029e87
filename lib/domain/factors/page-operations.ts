import { z } from 'zod';
import { showCodes } from '#lib/domain/factors/browser.ts';
import { changes } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { ownPasskey } from '#lib/domain/factors/schema.ts';
import { renewRecoveryCodes } from '#lib/domain/factors/writes/change.ts';
import { removePasskey, renamePasskey } from '#lib/domain/factors/writes/passkeys.ts';
import { resetFactors } from '#lib/domain/factors/writes/reset.ts';
import { removeTotp } from '#lib/domain/factors/writes/totp.ts';
import { defineOperation, redirectAddress } from '#lib/platform/operations/operation.ts';

const ofOwner = {
  method: 'POST',
  auth: 'member',
  actsFor: 'person',
  limit: changes,
  reply: redirectAddress,
} as const;

export const postRenamePasskey = defineOperation({
  ...ofOwner,
  path: '/panel/seguridad/llaves/nombrar',
  body: ownPasskey,
  errors: ['not_found'],
  summary: 'Give a passkey another name',
  handler: async (ctx, { body }) => {
    await renamePasskey(ctx, body.id, body.name);
    return '?aviso=llave-nombrada';
  },
});

export const postResetFactors = defineOperation({
  method: 'POST',
  path: '/admin/cuentas/{id}/segundo-paso',
  auth: 'admin',
  sudo: true,
  limit: changes,
  params: z.object({ id: z.string().max(64) }),
  body: z.object({ step: z.enum(['ask', 'approve', 'withdraw']) }),
  reply: redirectAddress,
  errors: ['account_not_found', 'conflict'],
  summary: 'Take the factors of who lost them away, by two admins',
  handler: async (ctx, { params, body }) => {
    await resetFactors(ctx, params.id, body.step);
    return `?aviso=${body.step}`;
  },
});

export const postRemovePasskey = defineOperation({
  ...ofOwner,
  path: '/panel/seguridad/llaves/quitar',
  sudo: true,
  body: ownPasskey.pick({ id: true }),
  errors: ['not_found', 'conflict'],
  summary: 'Take a passkey away',
  handler: async (ctx, { body }) => {
    await removePasskey(ctx, body.id);
    return '?aviso=llave-quitada';
  },
});

export const postRemoveTotp = defineOperation({
  ...ofOwner,
  path: '/panel/seguridad/app/quitar',
  sudo: true,
  errors: ['conflict'],
  summary: 'Take the app of codes away',
  handler: async (ctx) => {
    await removeTotp(ctx);
    return '?aviso=app-quitada';
  },
});

export const postRecoveryCodes = defineOperation({
  ...ofOwner,
  path: '/panel/seguridad/codigos/crear',
  sudo: true,
  errors: ['conflict'],
  summary: 'Ten recovery codes in place of those before',
  handler: async (ctx) => showCodes(ctx, await renewRecoveryCodes(ctx), ''),
});

export const postCodesKept = defineOperation({
  ...ofOwner,
  path: '/panel/seguridad/codigos/guardados',
  summary: 'Stop showing new recovery codes',
  handler: async (ctx) => {
    ctx.browser.delete('recoveryCodes');
    return `${SECURITY_PAGE}?aviso=guardados`;
  },
});
