import { markRegisteringBrowser, storeLogin } from '#lib/domain/accounts/browser.ts';
import { emailBody, registrationBody, verificationBody } from '#lib/domain/accounts/schema.ts';
import {
  registerAccount,
  resendCode,
  verifyEmail,
} from '#lib/domain/accounts/writes/registration.ts';
import { defineOperation, type GuestCtx, type Role } from '#lib/platform/operations/operation.ts';
import { messageReply, withMessage } from '#lib/platform/operations/replies.ts';

export const registerAccess = {
  auth: 'guest',
  captcha: 'register',
  limit: { name: 'register', points: 10, seconds: 3600, per: 'ip' },
} as const;

export const postRegister = defineOperation({
  method: 'POST',
  path: '/api/auth/register',
  ...registerAccess,
  body: registrationBody,
  reply: messageReply,
  errors: ['email_taken'],
  summary: 'Create an account; a one-time code is mailed to it',
  handler: async (ctx, { body }) => {
    await registerAccount(ctx, body);
    return withMessage('Te enviamos un código para verificar tu correo.');
  },
});

export const verifyAccess = {
  auth: 'guest',
  captcha: 'verify',
  limit: [
    { name: 'verify', points: 30, seconds: 900, per: 'ip' },
    { name: 'verify', points: 10, seconds: 900, per: 'email+ip' },
    { name: 'verify', points: 100, seconds: 900, per: 'email' },
  ],
} as const;

export const postVerify = defineOperation({
  method: 'POST',
  path: '/api/auth/verify',
  ...verifyAccess,
  body: verificationBody,
  reply: messageReply,
  setsCookies: ['session'],
  errors: ['invalid_code', 'account_not_found'],
  summary: 'Verify an e-mail with its code; the browser that registered it gets a session',
  handler: async (ctx, { body }) => {
    await verifyAndLogIn(ctx, body);
    return withMessage('Tu correo está verificado. Ya puedes iniciar sesión.');
  },
});

/**
 * Verifies an e-mail by its code. If this browser registered the e-mail, opens a session and
 * returns its role. Returns null if the person still has to log in.
 */
export async function verifyAndLogIn(
  ctx: GuestCtx,
  body: { email: string; code: string },
): Promise<Role | null> {
  const first = await verifyEmail(ctx, body);
  if (!first) return null;
  ctx.browser.delete('loginStep');
  return storeLogin(ctx, first.entered) ? first.role : null;
}

export const postResend = defineOperation({
  method: 'POST',
  path: '/api/auth/resend',
  auth: 'guest',
  captcha: 'verify',
  limit: [
    { name: 'resend', points: 20, seconds: 3600, per: 'ip' },
    { name: 'resend', points: 5, seconds: 3600, per: 'email+ip' },
    { name: 'resend', points: 50, seconds: 3600, per: 'email' },
  ],
  body: emailBody,
  reply: messageReply,
  errors: ['account_not_found'],
  summary: 'Send another code, at most one a minute and five an hour',
  handler: async (ctx, { body }) => {
    const codeId = await resendCode(ctx, body.email);
    if (codeId) markRegisteringBrowser(ctx, codeId);
    return withMessage('Te enviamos otro código.');
  },
});
