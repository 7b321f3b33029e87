import { markRegisteringBrowser, storeLogin } from '#lib/domain/accounts/browser.ts';
import { findSession } from '#lib/domain/accounts/reads/accounts.ts';
import { loginWindow } from '#lib/domain/accounts/rules.ts';
import {
  credentialsBody,
  emailBody,
  loginReply,
  passwordChangeBody,
  passwordResetBody,
  profileBody,
  registrationBody,
  sessionReply,
  verificationBody,
} from '#lib/domain/accounts/schema.ts';
import { completeProfile } from '#lib/domain/accounts/writes/complete-profile.ts';
import { unlinkOwnGoogle } from '#lib/domain/accounts/writes/end-access.ts';
import { logIn } from '#lib/domain/accounts/writes/log-in.ts';
import {
  registerAccount,
  resendCode,
  verifyEmail,
} from '#lib/domain/accounts/writes/registration.ts';
import {
  changePassword,
  requestReset,
  resetPassword,
} from '#lib/domain/accounts/writes/reset-password.ts';
import { closeSession, touchSession } from '#lib/domain/accounts/writes/sessions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineOperation, type GuestCtx, type Role } from '#lib/platform/operations/operation.ts';
import { messageReply, withData, withMessage } from '#lib/platform/operations/replies.ts';

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
  keepsInBrowser: ['session'],
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

export const postLogin = defineOperation({
  method: 'POST',
  path: '/api/auth/login',
  auth: 'guest',
  captcha: 'login',
  limit: [
    { name: 'login', points: 50, seconds: 900, per: 'ip' },
    { ...loginWindow, name: 'login', per: 'email+ip' },
  ],
  body: credentialsBody,
  reply: loginReply,
  errors: [
    'wrong_credentials',
    'second_factor_required',
    'email_not_verified',
    'profile_not_permitted',
    'account_suspended',
  ],
  keepsInBrowser: ['session', 'loginStep'],
  summary: 'Open a session; its cookie is service_session',
  handler: async (ctx, { body }) => {
    const { entered, data } = await logIn(ctx, body);
    if (!storeLogin(ctx, entered)) throw new AppError('second_factor_required');
    return withData(data);
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
  keepsInBrowser: ['session'],
  errors: ['not_configured'],
  summary: 'Close the session; the answer is also 200 if there is none',
  handler: async (ctx) => {
    // Cookies go first, so that the browser forgets the session even if the write fails.
    ctx.browser.deleteAll();
    await closeSession(ctx);
    return withMessage('Cerraste sesión.');
  },
});

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

export const postCompleteProfile = defineOperation({
  method: 'POST',
  path: '/api/auth/complete-profile',
  auth: 'signedIn',
  limit: { name: 'complete-profile', points: 60, seconds: 600, per: 'account' },
  body: profileBody,
  reply: messageReply,
  summary: 'Set fields of the own profile; absent fields stay',
  handler: async (ctx, { body }) => {
    await completeProfile(ctx, body);
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
