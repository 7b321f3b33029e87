import { emailBody, passwordChangeBody, passwordResetBody } from '#lib/domain/accounts/schema.ts';
import {
  changePassword,
  requestReset,
  resetPassword,
} from '#lib/domain/accounts/writes/reset-password.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { messageReply, withMessage } from '#lib/platform/operations/replies.ts';

export const postForgotPassword = defineOperation({
  method: 'POST',
  path: '/api/auth/forgot-password',
  auth: 'guest',
  captcha: 'forgot-password',
  limit: { name: 'forgot-password', points: 20, seconds: 3600, per: 'ip' },
  body: emailBody,
  reply: messageReply,
  summary: 'Mail a reset link if the account exists; the answer is the same if it does not',
  handler: async (ctx, { body }) => {
    await requestReset(ctx, body.email);
    return withMessage(
      'Si hay una cuenta con ese correo, te enviamos un enlace para cambiar la contraseña.',
    );
  },
});

export const postResetPassword = defineOperation({
  method: 'POST',
  path: '/api/auth/reset-password',
  auth: 'guest',
  limit: { name: 'reset-password', points: 20, seconds: 3600, per: 'ip' },
  body: passwordResetBody,
  reply: messageReply,
  errors: ['invalid_token'],
  summary: 'Replace the password by a mailed token; all sessions end',
  handler: async (ctx, { body }) => {
    await resetPassword(ctx, body);
    return withMessage('Cambiaste tu contraseña. Inicia sesión con la nueva.');
  },
});

/** Not in the published API. */
export const postChangePassword = defineOperation({
  method: 'POST',
  path: '/api/auth/change-password',
  auth: 'signedIn',
  actsFor: 'person',
  limit: { name: 'change-password', points: 10, seconds: 900, per: 'account' },
  body: passwordChangeBody,
  reply: messageReply,
  summary: 'Replace the password by knowing the current one; other sessions end',
  handler: async (ctx, { body }) => {
    await changePassword(ctx, body);
    return withMessage('Cambiaste tu contraseña. Cerramos tus otras sesiones.');
  },
});
