import { storeLogin } from '#lib/domain/accounts/browser.ts';
import { loginWindow } from '#lib/domain/accounts/rules.ts';
import { credentialsBody, loginReply } from '#lib/domain/accounts/schema.ts';
import { logIn } from '#lib/domain/accounts/writes/log-in.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { withData } from '#lib/platform/operations/replies.ts';

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
  setsCookies: ['session', 'loginStep'],
  summary: 'Open a session; its cookie is service_session',
  handler: async (ctx, { body }) => {
    const { entered, data } = await logIn(ctx, body);
    if (!storeLogin(ctx, entered)) throw new AppError('second_factor_required');
    return withData(data);
  },
});
