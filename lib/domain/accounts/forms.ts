import { z } from 'zod';
import {
  postLogin,
  postRegister,
  postResetPassword,
  postVerify,
} from '#lib/domain/accounts/operations.ts';
import { RESET_COOKIE } from '#lib/domain/accounts/reads.ts';
import { RESET_MINUTES } from '#lib/domain/accounts/rules.ts';
import {
  credentials,
  passwordReset,
  pastedCode,
  registration,
  roles,
  verification,
} from '#lib/domain/accounts/schema.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { logIn } from '#lib/domain/accounts/writes/log-in.ts';
import { registerAccount } from '#lib/domain/accounts/writes/register.ts';
import { resetPassword } from '#lib/domain/accounts/writes/reset-password.ts';
import { verifyEmail } from '#lib/domain/accounts/writes/verify-email.ts';
import { optional } from '#lib/platform/fields.ts';
import { defineOperation, defineStream } from '#lib/platform/operation.ts';

/**
 * The public forms where they differ from the endpoint of the same job: what an empty field means,
 * what only a page asks, where to go on. Limits and verbs are the endpoint's own.
 */
const goTo = z.object({ location: z.string() });

export const registerForm = defineOperation({
  method: 'POST',
  path: '/register/crear',
  auth: 'guest',
  captcha: 'register',
  limit: postRegister.limit,
  body: registration.safeExtend({
    acepto: z.literal('true', 'Acepta el uso de tus datos para crear tu cuenta.'),
  }),
  reply: goTo,
  summary: 'Create an account',
  handler: async (ctx, { body }) => {
    // What was typed for a company before the choice changed stays behind.
    const razonSocial = body.role === 'juridica' ? body.razonSocial : undefined;
    await registerAccount(ctx, { ...body, razonSocial });
    return { location: verifyPath(body.email, { sentAt: ctx.now }) };
  },
});

export const verifyForm = defineOperation({
  method: 'POST',
  path: '/verificar/confirmar',
  auth: 'guest',
  captcha: 'verify',
  limit: postVerify.limit,
  body: verification.extend({ code: pastedCode }),
  reply: goTo,
  summary: 'Verify the e-mail',
  handler: async (ctx, { body }) => {
    await verifyEmail(ctx, body);
    return {
      location: `/login?${new URLSearchParams({ aviso: 'verificado', email: body.email })}`,
    };
  },
});

export const loginForm = defineOperation({
  method: 'POST',
  path: '/login/entrar',
  auth: 'guest',
  captcha: 'login',
  limit: postLogin.limit,
  body: credentials.extend({ profile: optional(z.enum(roles, 'Elige un perfil.')) }),
  reply: z.object({ role: z.enum(roles) }),
  summary: 'Log in; the door knows where to go on',
  handler: async (ctx, { body }) => {
    const { role } = await logIn(ctx, body);
    return { role };
  },
});

/** A mailed link: its token leaves the address at once and waits in a cookie for the form. */
export const openReset = defineStream({
  method: 'GET',
  path: '/restablecer/abrir',
  auth: 'guest',
  limit: { unlimited: 'changes nothing: it moves what the caller brought' },
  query: z.object({ token: z.string().max(200).catch('') }),
  reply: z.never(),
  setsCookies: [RESET_COOKIE],
  summary: 'Take the token of a reset link out of the address',
  handler: async (ctx, { query }) => {
    ctx.cookies.set(RESET_COOKIE, query.token.replace(/[^\w.-]/g, ''), RESET_MINUTES * 60);
    return new Response(null, {
      status: 303,
      headers: {
        Location: '/restablecer',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      },
    });
  },
});

export const resetForm = defineOperation({
  method: 'POST',
  path: '/restablecer/guardar',
  auth: 'guest',
  limit: postResetPassword.limit,
  body: passwordReset.pick({ password: true }),
  reply: goTo,
  summary: 'Replace the password by the link that was opened here',
  handler: async (ctx, { body }) => {
    const token = ctx.cookies.get(RESET_COOKIE) ?? '';
    await resetPassword(ctx, { token, password: body.password });
    ctx.cookies.set(RESET_COOKIE, '', 0);
    return { location: '/login?aviso=contrasena' };
  },
});
