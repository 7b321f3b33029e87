import { emailBody, verificationBody } from '#lib/domain/accounts/schema.ts';
import {
  cancelEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from '#lib/domain/accounts/writes/change-email.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { messageReply, withMessage } from '#lib/platform/operations/replies.ts';

/**
 * Shared by the operations that change the e-mail of an account. They are not in the
 * published API. A code that is mailed to the new e-mail confirms the change.
 */
const personAccess = { auth: 'signedIn', actsFor: 'person', reply: messageReply } as const;

export const postEmailChange = defineOperation({
  ...personAccess,
  method: 'POST',
  path: '/api/auth/email',
  sudo: true,
  limit: { name: 'email-change', points: 20, seconds: 3600, per: 'account' },
  body: emailBody,
  errors: ['forbidden'],
  summary: 'Mail a code to a new e-mail; the answer does not tell whether it is taken',
  handler: async (ctx, { body }) => {
    await requestEmailChange(ctx, body.email);
    return withMessage(`Te enviamos un código a ${body.email}.`);
  },
});

export const postEmailConfirm = defineOperation({
  ...personAccess,
  method: 'POST',
  path: '/api/auth/email/confirm',
  limit: { name: 'email-change/confirm', points: 30, seconds: 900, per: 'account' },
  body: verificationBody.pick({ code: true }),
  errors: ['forbidden', 'invalid_code', 'email_taken'],
  summary: 'Change the e-mail with the mailed code; other sessions end',
  handler: async (ctx, { body }) => {
    const email = await confirmEmailChange(ctx, body.code);
    return withMessage(`Tu correo ahora es ${email}. Cerramos tus otras sesiones.`);
  },
});

export const deleteEmailChange = defineOperation({
  ...personAccess,
  method: 'DELETE',
  path: '/api/auth/email',
  limit: { name: 'email-change/cancel', points: 60, seconds: 900, per: 'account' },
  summary: 'Cancel a change of e-mail; the answer is also 200 if there is none',
  handler: async (ctx) => {
    await cancelEmailChange(ctx);
    return withMessage('Cancelaste el cambio. Tu correo sigue igual.');
  },
});
