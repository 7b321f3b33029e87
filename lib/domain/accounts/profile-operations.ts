import { profileBody } from '#lib/domain/accounts/schema.ts';
import { updateProfile } from '#lib/domain/accounts/writes/change-profile.ts';
import { unlinkOwnGoogle } from '#lib/domain/accounts/writes/end-access.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { messageReply, withMessage } from '#lib/platform/operations/replies.ts';

export const postCompleteProfile = defineOperation({
  method: 'POST',
  path: '/api/auth/complete-profile',
  auth: 'signedIn',
  limit: { name: 'complete-profile', points: 60, seconds: 600, per: 'account' },
  body: profileBody,
  reply: messageReply,
  summary: 'Set fields of the own profile; absent fields stay',
  handler: async (ctx, { body }) => {
    await updateProfile(ctx, body);
    return withMessage('Guardamos tu perfil.');
  },
});

/** Beyond the published API. Throws `conflict` without a password: then only Google logs in. */
export const deleteGoogle = defineOperation({
  method: 'DELETE',
  path: '/api/auth/google',
  auth: 'signedIn',
  actsFor: 'person',
  limit: { name: 'google-remove', points: 10, seconds: 900, per: 'account' },
  reply: messageReply,
  errors: ['conflict'],
  summary: 'End the link with Google and other sessions',
  handler: async (ctx) => {
    await unlinkOwnGoogle(ctx);
    return withMessage('Desconectaste Google. Cerramos tus otras sesiones.');
  },
});
